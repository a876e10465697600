// When a delivery was answered is written down a moment after the answer; until then nobody knows that it comes no more.
import { expect } from 'vitest';
import type { Queryable } from '../../../src/postgres/database.ts';

const open = 'select count(*)::int as open from dedupe.deliveries where answered_at is null';

/** Waits until every answer is noted: before that a trace has to leave open what it would decide. */
export async function answersNoted(database: Queryable): Promise<void> {
  await expect.poll(() => database.query(open), { timeout: 15_000, interval: 30 }).toEqual([{ open: 0 }]);
}
