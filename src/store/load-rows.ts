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
      const columns = columnsOf(table, recorded);
      await connection.query(
        `insert into dedupe.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::dedupe.${table}, $1::jsonb) on conflict do nothing`,
        [JSON.stringify(recorded)],
      );
    }
  });
}

/** Only the columns that were recorded: a column that came later keeps its default. */
function columnsOf(table: string, rows: Rows[string]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const strange = names.find((name) => !/^[a-z_]+$/.test(name));
  if (strange === undefined) return names.join(', ');
  throw new DedupeError('DEDUPE_INPUT_INVALID', `the recording names a column ${JSON.stringify(strange)} in ${table}`);
}
