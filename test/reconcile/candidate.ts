// An operation whose answer was lost, as the tests of one look vary it.
import type { Instant } from '../../src/model/instant.ts';
import type { Candidate } from '../../src/model/reconcile.ts';

export const at = (ms: number) => (1_795_953_600_000 + ms) as Instant;
export const candidate: Candidate = {
  sourceEventKey: 'k',
  workspaceId: 'T1',
  baseKey: 'k',
  eventId: 'Ev1',
  target: 'redmine',
  state: 'unknown',
  attempt: 1,
  key: 'k',
  externalId: undefined,
  sentAt: at(0),
  firstSentAt: at(0),
  finishedAt: undefined,
  leaseEnd: at(60_000),
  nextLookAt: undefined,
};
