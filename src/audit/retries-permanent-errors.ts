// Is a job repeated after errors that will never go away?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly system: string;
}

export const retriesPermanentErrors = defineRule<AuditInput, Args>({
  id: 'retries-permanent-errors',
  title: 'A job is repeated after every error',
  severity: 'note',
  problem:
    'A refusal stays a refusal, and an error after the create (a field that is missing in the answer) makes the whole job run again: each attempt creates.',
  fix: [
    'Name the errors that pass (time-outs are not among them for creates without a key), and let the others end in a dead letter.',
  ],
  check({ program }) {
    return queueSettings(program)
      .filter(({ repeatsAll }) => repeatsAll)
      .map(({ system, at, scope }) => found(this.id, locate(scope.module, at), { system }));
  },
  say: ({ system }) => `${system} repeats this job after every Exception, those after the create among them.`,
});
