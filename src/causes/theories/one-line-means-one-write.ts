// "The log has one line, so there was one write."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';
import { ofKind } from '../../model/timeline/timeline.ts';

export const oneLineMeansOneWrite: Theory = {
  id: 'one-line-means-one-write',
  title: 'One line in the log means one write.',
  problem:
    'A line is written where the app writes one. A second path that does not log, a retry inside the client library, a call back of the target or a rule in it make an object without a line.',
  signs: ['one logged create and more than one object'],
  fix: [
    'Compare creators, request ids and times of the objects in the target.',
    'Log at the place where the request leaves, not where the handler begins.',
  ],
  refute(timeline) {
    for (const { target, chains } of duplicatedEffects(timeline)) {
      const creates = ofKind(timeline, 'call').filter(
        ({ fields }) => (fields.operation ?? 'create') === 'create' && (fields.target ?? target) === target,
      );
      const [only, ...others] = creates;
      if (!only || others.length > 0) continue;
      const reason = `one create was logged (#${only.n}), and ${chains.length} objects are there`;
      return { reason, facts: [only.n, ...chains.map(({ record }) => record.n)] };
    }
    return undefined;
  },
};
