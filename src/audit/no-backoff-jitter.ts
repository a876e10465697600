// Are attempts made one right after the other?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { queueSettings } from '../model/code/queue-settings.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly system: string;
  readonly attempts: number;
}

export const noBackoffJitter = defineRule<AuditInput, Args>({
  id: 'no-backoff-jitter',
  title: 'A job is repeated without a growing pause',
  severity: 'note',
  problem:
    'Attempts that follow each other at once all meet the same trouble: a target that answered late gets the create again before the first one can be found, and all jobs come back together.',
  fix: [
    'Let the pause grow and vary: BullMQ backoff { type: "exponential", delay, jitter }, pg-boss retryBackoff, Celery retry_backoff with retry_jitter.',
  ],
  check({ program, queues }) {
    const written = queueSettings(program).flatMap(({ system, attempts, hasBackoff, at, scope }) =>
      typeof attempts === 'number' && attempts > 1 && !hasBackoff
        ? [found(this.id, locate(scope.module, at), { system, attempts })]
        : [],
    );
    const stored = (queues?.surveys ?? []).flatMap(({ queue, attemptsAtOnce, location }) =>
      attemptsAtOnce === undefined ? [] : [found(this.id, location, { system: queue, attempts: attemptsAtOnce })],
    );
    return [...written, ...stored];
  },
  say: ({ system, attempts }) =>
    `${system} makes up to ${attempts} attempts of one job without a growing pause between them.`,
});
