// Is a job repeated for ever?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly system: string;
}

export const unlimitedRetries = defineRule<AuditInput, Args>({
  id: 'unlimited-retries',
  title: 'A job is repeated without an end',
  severity: 'note',
  problem:
    'A job that always fails after its create makes one more with every attempt, and nobody is told: what has no end never comes to a dead letter.',
  fix: ['Set an end (five to ten attempts), and keep what failed where somebody looks.'],
  check({ program }) {
    return queueSettings(program)
      .filter(({ attempts }) => attempts === 'none')
      .map(({ system, at, scope }) => found(this.id, locate(scope.module, at), { system }));
  },
  say: ({ system }) => `${system} is told to repeat this job for ever: it never becomes a dead letter.`,
});
