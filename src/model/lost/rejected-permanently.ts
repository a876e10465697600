// The target said no, or the ledger gave up.
import { ofKind } from '../timeline/timeline.ts';
import { sees, type WayOfLoss } from './way.ts';

export const rejectedPermanently: WayOfLoss = {
  id: 'rejected-permanently',
  title: 'The target refused the create, and nobody was told',
  problem:
    'The event arrived and was worked on, and the target refused what was asked of it: a missing field, a closed project, a right that was taken away. ' +
    'A repeat of the same request meets the same answer, so it ends in the dead letters, where nobody looks.',
  signs: [
    'a create that was answered with a refusal (4xx), or a row of the ledger that was given up',
    'no object in the target, and no further attempt that could make one',
  ],
  prevention: [
    'Keep refused work where a person sees it, with the reason, and alert on the first one.',
    'Check the request against what the target demands before it is accepted, and test it when the project or the form changes.',
    'Mend the request and send it again from the dead letters under the same source_event_key, after a look into the target.',
  ],
  couldBe: (timeline) => !sees(timeline, 'call'),
  of(timeline) {
    const calls = ofKind(timeline, 'call').filter(({ fields }) => (fields.operation ?? 'create') === 'create');
    const refused = calls.find(({ fields }) => fields.outcome === 'refused');
    if (refused) {
      const { target = 'the target', status, error_code } = refused.fields;
      const why = error_code ?? (status === undefined ? undefined : `status ${status}`);
      const clause = `${target} refused the create (#${refused.n}${why === undefined ? '' : `, ${why}`})`;
      return { clause, facts: [refused.n] };
    }
    const dead = ofKind(timeline, 'operation').find(
      ({ fields }) => fields.state === 'dead' || fields.state === 'refused',
    );
    if (dead) {
      const { last_error_code, state } = dead.fields;
      return { clause: `the create was given up (#${dead.n}, ${last_error_code ?? state})`, facts: [dead.n] };
    }
    const event = ofKind(timeline, 'delivery').find(({ fields }) => fields.event_status === 'permanent_error');
    if (!event) return undefined;
    const code = event.fields.last_error_code ?? 'permanent_error';
    return { clause: `the event was given up (#${event.n}, ${code})`, facts: [event.n] };
  },
};
