// Is what may be tried again told apart from what may not, and from what nobody knows?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { all, cannotTell, inCode, inDrill, of, shows } from '../model/witness.ts';

export const errorsInClasses: Step = {
  id: 'errors-in-classes',
  title: 'Errors are of three classes: temporary, permanent, unknown',
  problem:
    'A time-out says that nobody answered, not that nothing was made: tried again blindly, it makes the second task. A refusal that is tried again for ' +
    'ever fills the queue, and one that is dropped loses the wish.',
  signs: [
    'the code: no create that is repeated after a time-out, no retry without an end, a pause or a place for what failed',
    'the dedupe schema: operations that are refused, unknown or dead, and no boolean success',
    'drills: a create whose answer is lost makes one object; a refusal ends in the dead letters once',
  ],
  fix: [
    'Temporary (429, 503, connection refused): again, with a growing pause, jitter and an end.',
    'Permanent (400, 403, 422): into the dead letters at once.',
    'Unknown (a time-out or a cut after the request left): look the key up before anything is sent again (dedupe reconcile).',
  ],
  aspects: (checkup) => [
    all(
      'temporary and permanent are told apart',
      inCode(checkup, {
        rules: [
          'retries-permanent-errors',
          'unlimited-retries',
          'no-backoff-jitter',
          'no-dead-letter',
          'error-answered-as-success',
        ],
        about: 'receivers',
      }),
      ledger(checkup),
      inDrill(checkup, ['permanent-error']),
    ),
    all(
      'unknown is not taken for failed',
      inCode(checkup, { rules: ['blind-retry-after-timeout', 'client-retries-create'], about: 'receivers' }),
      ledger(checkup),
      inDrill(checkup, ['timeout-after-success']),
    ),
  ],
};

function ledger({ schema }: Checkup): readonly Witness[] {
  return of('database', schema, ({ holds }) => [
    holds.effects
      ? shows('database', 'effects go through dedupe.operations, which keeps refused, unknown and dead apart')
      : cannotTell('database', 'no effect goes through dedupe.operations'),
  ]);
}
