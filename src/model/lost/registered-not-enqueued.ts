// The event was registered, and a source that sees jobs saw none.
import { ofKind } from '../timeline/timeline.ts';
import { hasWork, sees, type WayOfLoss } from './way.ts';

export const registeredNotEnqueued: WayOfLoss = {
  id: 'registered-not-enqueued',
  title: 'Registered, and the job was never enqueued',
  problem:
    'The row of the event and the job were two writes. The first was made, the second was not: the process died between them, or the queue was away. ' +
    'From then on each repeat finds the row and is answered as a duplicate.',
  signs: [
    'an accepted delivery, and neither a job nor an attempt nor a call for it',
    'a source that records jobs was read over the whole time',
  ],
  prevention: [
    'Write the event and its job in one transaction: an outbox row, or a queue in the same database.',
    'Let a sweeper look for registered events without a job that are older than a minute, and enqueue them.',
  ],
  couldBe: (timeline) => !hasWork(timeline) && !sees(timeline, 'job') && !sees(timeline, 'attempt'),
  of(timeline) {
    const seesJobs = timeline.coverage.some(({ sees }) => sees.includes('job') || sees.includes('attempt'));
    const hasJobs = timeline.facts.some(({ kind }) => kind === 'job' || kind === 'attempt' || kind === 'call');
    const accepted = ofKind(timeline, 'delivery').find(({ fields }) => fields.disposition === 'accepted');
    if (!seesJobs || hasJobs || !accepted) return undefined;
    return { clause: `it was registered (#${accepted.n}) and never enqueued`, facts: [accepted.n] };
  },
};
