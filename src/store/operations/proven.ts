// How long was it not known? Counted where the proof is written, since who proves is another program each time.
import * as z from 'zod/mini';
import type { MetricName } from '../../model/metrics/catalogue.ts';
import { observed } from '../../model/metrics/sample.ts';
import type { Queryable } from '../../postgres/database.ts';
import { addTotals } from '../metrics/add-totals.ts';
import { type MovedOperation, movedShape } from './operation-row.ts';

const name: MetricName = 'dedupe_unknown_to_proof_seconds';
/** Null: it was not unknown, or became so before that was written down. */
const shape = z.object({ unknown_ms: z.nullable(z.number()) });

export async function proven(inside: Queryable, row: object, proof: string): Promise<MovedOperation> {
  const { unknown_ms } = shape.parse(row);
  if (unknown_ms !== null) await addTotals(inside, observed(name, unknown_ms / 1_000, { proof }));
  return movedShape.parse(row);
}
