// Does work take longer than the queue waits for it?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly queue: string;
  readonly leaseMs: number;
  readonly runMs: number;
}

/** Who came so near to the end of the lease has passed it, or will. */
const nearBy = 0.8;

export const leaseBelowRun = defineRule<AuditInput, Args>({
  id: 'lease-below-run',
  title: 'The longest run comes near the end of the lease',
  severity: 'note',
  problem:
    'When a lease ends, the queue gives the job to the next worker while the first is still at work. Runs that were seen come so near to that end that the next slow answer of a target makes two of one.',
  fix: [
    'Make the lease (expireInSeconds, visibility time-out) several times the longest run, or prolong it while the work goes on.',
    'Let the work carry a key to its target, so that a second run finds what the first made.',
  ],
  check({ queues }) {
    return (queues?.surveys ?? []).flatMap(({ queue, isRenewed, leaseMs, longestRunMs, location }) => {
      if (isRenewed || leaseMs === undefined || longestRunMs === undefined) return [];
      if (longestRunMs < leaseMs * nearBy) return [];
      return [found(this.id, location, { queue, leaseMs, runMs: longestRunMs })];
    });
  },
  say: ({ queue, leaseMs, runMs }) =>
    `A run of ${queue} took ${runMs / 1000} s, and the queue takes a job away after ${leaseMs / 1000} s.`,
});
