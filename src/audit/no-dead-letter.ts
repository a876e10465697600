// Is a job deleted when it has failed for the last time?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly system: string;
}

export const noDeadLetter = defineRule<AuditInput, Args>({
  id: 'no-dead-letter',
  title: 'What failed for the last time is deleted',
  severity: 'note',
  problem:
    'A job that is deleted after its last attempt leaves nothing to look at: nobody knows whether its create was made, its id is free again, and whoever repeats it by hand can make a second one.',
  fix: ['Keep failed jobs (removeOnFail: false, or for at least a week), and look at them before they are repeated.'],
  check({ program }) {
    return queueSettings(program)
      .filter(({ forgetsFailed }) => forgetsFailed)
      .map(({ system, at, scope }) => found(this.id, locate(scope.module, at), { system }));
  },
  say: ({ system }) => `${system} deletes this job when its last attempt has failed: nothing says what it had done.`,
});
