// Adds what processes have counted to the totals of all of them.
import { labelsKey, type Sample } from '../../model/metrics/sample.ts';
import type { Queryable } from '../../postgres/database.ts';

/** In one order everywhere, since two writers in opposite orders wait for each other. */
const statement = `insert into dedupe.totals (name, labels, value)
  select name, labels, sum(value) from jsonb_to_recordset($1::jsonb) as g(name text, labels text, value float8)
  group by 1, 2 order by 1, 2
  on conflict (name, labels, workspace_id) do update set value = totals.value + excluded.value`;

export async function addTotals(database: Queryable, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return;
  const rows = samples.map(({ name, labels, value }) => ({ name, labels: labelsKey(labels), value }));
  await database.query(statement, [JSON.stringify(rows)]);
}
