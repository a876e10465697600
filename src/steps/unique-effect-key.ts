// Does something refuse the second task, whoever tries to make it?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { keyIn, keysOf } from '../model/unique-keys.ts';
import { all, cannotTell, inCode, of, shows } from '../model/witness.ts';

export const uniqueEffectKey: Step = {
  id: 'unique-effect-key',
  title: 'A unique key on the task or the operation allows each effect once',
  problem:
    'One row for each event does not make one task: a job can run again, a worker can die after the create, two events can mean one wish. The effect ' +
    'needs a key of its own (source_event_key), unique where it is planned or where it lands.',
  signs: [
    'the dedupe schema: unique (source_event_key, workspace_id) on operations and tasks',
    'tables of your own that look like tasks: a unique index on the key or the event',
    'a target that refuses a second object under one key, or answers it with the first',
  ],
  fix: [
    'Keep one row for each intended effect, unique by its key, and create only through it.',
    'Send the key with the create in the field that the target offers (dedupe targets).',
  ],
  aspects: (checkup) => [
    all(
      'one effect for each key',
      keyIn(checkup, ['operations', 'tasks']),
      keysOf(checkup, 'records'),
      atTargets(checkup),
      inCode(checkup, { rules: ['unkeyed-side-effect'], about: 'creates' }),
    ),
  ],
};

function atTargets({ targets }: Checkup): readonly Witness[] {
  return of('target', targets, (known) =>
    known.map(({ name, fault, repeat }) => {
      if (fault !== undefined) return cannotTell('target', `${name}: ${fault}`);
      return repeat === undefined
        ? cannotTell('target', `${name} makes a second object of a repeat: the key has to be unique before it is asked`)
        : shows('target', `${name}: ${repeat}`);
    }),
  );
}
