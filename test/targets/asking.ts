// How the suite asks a target: an operation whose request is under way, and a look in the way that the target offers.
import type { Found, Target } from '../../src/model/target.ts';

export const key = 'slack:T1:C9:1732900000.000100';
export const never = new AbortController().signal;

export const operation = (wanted: string) => ({
  sourceEventKey: wanted,
  workspaceId: 'T1',
  target: 'target',
  state: 'sent' as const,
  attempt: 1,
  idempotencyKey: wanted,
  externalId: undefined,
  plannedAt: 1_795_953_600_000 as never,
  sentAt: undefined,
  finishedAt: undefined,
  leaseUntil: undefined,
  lastErrorCode: undefined,
});

/** By key where the target offers that, else by the span in which it was made. */
export function look(target: Target, wanted = key, signal = never): Promise<Found> {
  if (target.abilities.findBy !== 'none') return target.find(wanted, signal);
  return lookBetween(target, wanted, signal);
}

export function lookBetween(target: Target, wanted = key, signal = never): Promise<Found> {
  const now = Date.now();
  return target.findWindow((now - 3_600_000) as never, (now + 3_600_000) as never, wanted, signal);
}
