// A ledger on a real server whose target is a table in the same database, and the command line over both.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import type { Database } from '../../src/postgres/database.ts';
import { planOperations } from '../../src/store/operations/plan-operations.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';
import { type Ran, runMain } from '../run-main.ts';

export interface Stage {
  readonly url: string;
  readonly database: Database;
  readonly folder: string;
  /** An operation whose answer was lost, an hour ago unless told otherwise. */
  unknown(
    key: string,
    more?: { readonly state?: 'unknown' | 'sent'; readonly leaseEnded?: string; readonly workspace?: string },
  ): Promise<void>;
  object(key: string, title?: string): Promise<void>;
  run(...words: string[]): Promise<Ran>;
  json(...words: string[]): Promise<{ readonly code: number; readonly items: readonly Record<string, unknown>[] }>;
  states(): Promise<Record<string, unknown>>;
}

export const config = `targets:
  tickets:
    type: postgres
    url_env: TICKETS
    table: tickets
    key_column: key
    create_maximum: 1m
`;

export async function stage(context: TestContext, unique = 'unique'): Promise<Stage> {
  return stageOn(await migratedDatabase(context), unique);
}

/** On a database that has the schema already. */
export async function stageOn(url: string, unique = 'unique'): Promise<Stage> {
  const database = await opened(url);
  await database.script(
    `create table tickets (id bigint generated always as identity primary key, key text not null ${unique}, title text)`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-reconcile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'dedupe.config.yaml'), config);
  const run = (...words: string[]) =>
    runMain(['reconcile', '--database', url, ...words], { cwd: folder, env: { TICKETS: url } });
  return {
    url,
    database,
    folder,
    run,
    async unknown(key, { state = 'unknown', leaseEnded = '1 hour', workspace = 'T1' } = {}) {
      const request = Buffer.from(JSON.stringify({ key }));
      const planned = { provider: 'slack', eventId: `Ev-${key}`, target: 'tickets', action: '', request };
      await planOperations(database, [
        { sourceEventKey: key, workspaceId: workspace, idempotencyKey: key, ...planned },
      ]);
      await database.query(
        `update dedupe.operations set state = $2, attempt = 1, sent_at = now() - $3::interval - interval '1 minute',
           available_at = now() - $3::interval, lease_expires_at = now() - $3::interval, last_error_code = 'ECONNRESET'
         where source_event_key = $1 and workspace_id = $4`,
        [key, state, leaseEnded, workspace],
      );
      await database.query(
        `insert into dedupe.inbound_events (provider, workspace_id, event_id, source_event_key, status, available_at)
         values ('slack', $3, $1, $2, 'unknown_result', 'infinity')`,
        [`Ev-${key}`, key, workspace],
      );
    },
    object: async (key, title = 'x') =>
      void (await database.query('insert into tickets (key, title) values ($1, $2)', [key, title])),
    async json(...words) {
      const { code, stdout, stderr } = await run('--format', 'json', ...words);
      if (stdout === '') throw new Error(stderr);
      return { code, ...JSON.parse(stdout) };
    },
    async states() {
      const rows = await database.query(
        `select o.source_event_key as key, o.state, o.attempt, o.external_id, e.status from dedupe.operations o
           left join dedupe.inbound_events e on e.source_event_key = o.source_event_key order by 1`,
      );
      return Object.fromEntries(rows.map((row) => [row.key, [row.state, row.external_id, row.status]]));
    },
  };
}
