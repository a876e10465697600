// What all processes have counted together.
import * as z from 'zod/mini';
import type { Sample } from '../../model/metrics/sample.ts';
import type { Queryable } from '../../postgres/database.ts';

const shape = z.object({ name: z.string(), labels: z.string(), value: z.number() });
const labelsShape = z.record(z.string(), z.string());

/** `only`: samples of this metric and its parts; undefined: all. */
export async function readTotals(database: Queryable, only?: string): Promise<Sample[]> {
  const rows = await database.query(
    'select name, labels, value from dedupe.totals where $1::text is null or starts_with(name, $1) order by 1, 2 limit 10000',
    [only ?? null],
  );
  return rows
    .map((row) => shape.parse(row))
    .map(({ name, labels, value }) => ({ name, labels: labelsShape.parse(JSON.parse(labels)), value }));
}
