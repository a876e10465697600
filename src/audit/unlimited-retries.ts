// Is a job repeated for ever?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  /** A system that code speaks to, or a queue that was asked. */
  readonly system: string;
  /** Undefined: without an end. */
  readonly attempts?: number | undefined;
}

/** More than any trouble that passes needs: with a growing pause a dozen attempts cover days. */
const without = 100;

export const unlimitedRetries = defineRule<AuditInput, Args>({
  id: 'unlimited-retries',
  title: 'A job is repeated without an end',
  severity: 'note',
  problem:
    'A job that always fails after its create makes one more with every attempt, and nobody is told: what has no end never comes to a dead letter.',
  fix: ['Set an end (five to ten attempts), and keep what failed where somebody looks.'],
  check({ program, queues }) {
    const written = queueSettings(program).flatMap(({ system, attempts, at, scope }) =>
      attempts === 'none' || (attempts !== undefined && attempts >= without)
        ? [found(this.id, locate(scope.module, at), { system, attempts: attempts === 'none' ? undefined : attempts })]
        : [],
    );
    const stored = (queues?.surveys ?? []).flatMap(({ queue, attempts, location }) =>
      attempts !== undefined && attempts >= without ? [found(this.id, location, { system: queue, attempts })] : [],
    );
    return [...written, ...stored];
  },
  say: ({ system, attempts }) =>
    attempts === undefined
      ? `${system} is told to repeat this job for ever: it never becomes a dead letter.`
      : `${system} makes up to ${attempts} attempts of one job, which is as good as for ever: it never becomes a dead letter.`,
});
