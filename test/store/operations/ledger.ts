// A ledger on a real server, with one kind of effect.
import type { TestContext } from 'vitest';
import type { Database } from '../../../src/postgres/database.ts';
import { claimOperations } from '../../../src/store/operations/claim-operations.ts';
import { migratedDatabase, opened } from '../../postgres-database.ts';

const claimer = { instanceId: 'worker-1', deploymentVersion: undefined, filterVersion: undefined };
export const claim = (database: Database, limit = 1, leaseMs = 60_000) =>
  claimOperations(database, { limit, leaseMs, targets: ['jira'], claimer });

export const effect = (sourceEventKey: string) => ({
  sourceEventKey,
  workspaceId: 'T1',
  provider: 'slack',
  eventId: 'Ev1',
  target: 'jira',
  action: '',
  idempotencyKey: sourceEventKey,
  request: Buffer.from('{"a":1}'),
});
export const base = { baseKey: 'k', workspaceId: 'T1' };
export const keyOf = (sourceEventKey: string, attempt: number) => ({ sourceEventKey, workspaceId: 'T1', attempt });

export async function open(context: TestContext): Promise<Database> {
  return opened(await migratedDatabase(context));
}
