// Puts recorded rows into the tables of the dedupe schema; rows that are there already stay as they are.
import { DedupeError } from '../errors.ts';
import type { Database } from '../postgres/database.ts';

const tables = ['inbound_events', 'deliveries', 'attempts', 'operations', 'tasks', 'instances'] as const;

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** All or nothing. A table that the schema does not have is DEDUPE_INPUT_INVALID. */
export async function loadRows(database: Database, rows: Rows): Promise<void> {
  const strangers = Object.keys(rows).filter((name) => !(tables as readonly string[]).includes(name));
  if (strangers.length > 0) {
    const known = tables.join(', ');
    throw new DedupeError('DEDUPE_INPUT_INVALID', `the recording has rows for ${strangers.join(', ')}`, {
      hint: `Tables are ${known}.`,
    });
  }
  await database.transaction(async (connection) => {
    for (const table of tables) {
      const recorded = rows[table] ?? [];
      if (recorded.length === 0) continue;
      await connection.query(
        `insert into dedupe.${table} select * from jsonb_populate_recordset(null::dedupe.${table}, $1::jsonb) on conflict do nothing`,
        [JSON.stringify(recorded)],
      );
    }
  });
}
