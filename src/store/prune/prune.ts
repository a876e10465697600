// Counts what can go, and lets it go in batches, each whole or not at all.
import * as z from 'zod/mini';
import type { Database, Queryable } from '../../postgres/database.ts';
import { bodies, type PruneStep } from './prune-step.ts';

export interface PruneScope {
  readonly olderThanMs: number;
  readonly workspaceId: string | undefined;
}

const countShape = z.object({ count: z.number() });

export async function countPrunable(database: Queryable, step: PruneStep, scope: PruneScope): Promise<number> {
  const [row] = await database.query(
    `select count(*)::int from dedupe.${step.table} t where ${step.where}`,
    paramsOf(scope),
  );
  return countShape.parse(row).count;
}

const rowShape = z.object({ row: z.string() });

/**
 * One batch. `keep` is given the rows as JSON texts before they are gone for good; when it throws, they stay.
 * Rows that somebody holds are left for the next time.
 */
export async function pruneBatch(
  database: Database,
  step: PruneStep,
  scope: PruneScope,
  { size, keep }: { size: number; keep?: ((rows: readonly string[]) => void) | undefined },
): Promise<number> {
  const chosen = `select t.ctid from dedupe.${step.table} t where ${step.where} limit $3 for update skip locked`;
  const change =
    step.does === 'delete'
      ? `delete from dedupe.${step.table} t where t.ctid in (select ctid from chosen) returning to_jsonb(t)::text as row`
      : `update dedupe.${step.table} t set ${bodies[step.table]} where t.ctid in (select ctid from chosen) returning '' as row`;
  return database.transaction(async (inside) => {
    const rows = await inside.query(`with chosen as materialized (${chosen}) ${change}`, [...paramsOf(scope), size]);
    if (step.does === 'delete') keep?.(rows.map((row) => rowShape.parse(row).row));
    return rows.length;
  });
}

function paramsOf({ olderThanMs, workspaceId }: PruneScope): unknown[] {
  return [olderThanMs, workspaceId ?? null];
}
