// Is a job deleted when it has failed for the last time?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly system: string;
  /** The stored setting that says so; undefined: it is written in the code at the place. */
  readonly by?: string | undefined;
}

export const noDeadLetter = defineRule<AuditInput, Args>({
  id: 'no-dead-letter',
  title: 'What failed for the last time is deleted',
  severity: 'note',
  problem:
    'A job that is deleted after its last attempt leaves nothing to look at: nobody knows whether its create was made, its id is free again, and whoever repeats it by hand can make a second one.',
  fix: ['Keep failed jobs (removeOnFail: false, or for at least a week), and look at them before they are repeated.'],
  check({ program, queues }) {
    const written = queueSettings(program)
      .filter(({ forgetsFailed }) => forgetsFailed)
      .map(({ system, at, scope }) => found(this.id, locate(scope.module, at), { system }));
    const stored = (queues?.surveys ?? []).flatMap(({ queue, forgetsFailedBy: by, location }) =>
      by === undefined ? [] : [found(this.id, location, { system: queue, by })],
    );
    return [...written, ...stored];
  },
  say: ({ system, by }) =>
    by === undefined
      ? `${system} deletes this job when its last attempt has failed: nothing says what it had done.`
      : `${system} deletes jobs when their last attempt has failed (${by}): nothing says what they had done.`,
});
