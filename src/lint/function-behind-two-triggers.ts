// Does one source call one function twice?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly fn: string;
  readonly source: string;
  /** A queue hands each message to one of the two. */
  readonly isShared: boolean;
}

export const functionBehindTwoTriggers = defineRule<LintInput, Args>({
  id: 'function-behind-two-triggers',
  title: 'One function behind two triggers of one source',
  severity: 'error',
  problem:
    'Two triggers of one topic, bucket or rule each deliver every event: the function runs twice for each. Two mappings of one queue share its messages, and double the number that is in work at once.',
  fix: ['Remove one of the two triggers.'],
  check(input) {
    return deployments(input).flatMap(({ functions }) =>
      functions.flatMap(({ id, triggers }) =>
        triggers.flatMap((later, i) => {
          const earlier = triggers.findIndex(
            (one) => one.kind === later.kind && one.source === later.source && one.filter === later.filter,
          );
          const first = triggers[earlier];
          if (later.source === undefined || earlier === i || !first || later.kind === 'schedule') return [];
          const related = [noted(first.location, 'the first one')];
          return [
            found(
              this.id,
              later.location,
              { fn: id, source: later.source, isShared: later.kind === 'sqs' },
              { related, ...(later.kind === 'sqs' && { severity: 'warning' }) },
            ),
          ];
        }),
      ),
    );
  },
  say: ({ fn, source, isShared }) =>
    `${fn} is behind two triggers of ${source}: ${isShared ? 'they share its messages, and twice as many are in work at once' : 'each event calls it twice'}.`,
});
