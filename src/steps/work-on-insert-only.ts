// Does a repeat of an event find its row, and leave the queue alone?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { keysOf } from '../model/unique-keys.ts';
import { all, cannotTell, inCode, inDrill, of, shows } from '../model/witness.ts';

export const workOnInsertOnly: Step = {
  id: 'work-on-insert-only',
  title: 'Work is enqueued only where the event was inserted just now',
  problem:
    'A receiver that registers the event and enqueues a job in any case makes a job for each delivery: the row is there once and the work twice. The ' +
    'insert has to decide, and the job has to be written in its transaction.',
  signs: [
    'the code: no enqueue outside of the transaction, no check whose answer is not heeded',
    'a unique index on the event of a job; in the dedupe schema the row of the event is its job',
    'a drill: an event that is sent many times at once makes one object',
  ],
  fix: [
    'insert … on conflict do nothing returning id, and enqueue only where a row came back, in the same transaction.',
    'Give the job the key of the event as its id where the queue refuses a second one.',
    'Play it: dedupe drill ADDRESS --scenario same-event-twice --scenario concurrent-delivery.',
  ],
  aspects: (checkup) => [
    all(
      'no second job for a repeat',
      inCode(checkup, {
        rules: ['enqueue-outside-transaction', 'guard-does-not-stop', 'check-then-act'],
        about: 'receivers',
      }),
      rowIsJob(checkup),
      keysOf(checkup, 'jobs'),
      inDrill(checkup, ['same-event-twice', 'concurrent-delivery']),
    ),
  ],
};

function rowIsJob({ schema }: Checkup): readonly Witness[] {
  return of('database', schema, ({ holds, differences }) => [
    holds.events && !differences.some(({ problem }) => problem.includes('dedupe.inbound_events'))
      ? shows('database', 'the row of an event in dedupe.inbound_events is its job, and there is one')
      : cannotTell('database', 'no row shows that events are worked on from dedupe.inbound_events'),
  ]);
}
