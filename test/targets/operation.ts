// An operation whose request is under way, for whoever creates with it.

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
