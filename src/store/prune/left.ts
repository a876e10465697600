// What is as old as that and stays all the same, by what keeps it: a privacy bound that is not reached has to be told.
import * as z from 'zod/mini';
import type { Queryable } from '../../postgres/database.ts';
import type { PruneStep } from './prune-step.ts';

/** A step with its age. */
export interface AgedStep extends PruneStep {
  readonly olderThanMs: number;
}

export interface Left {
  readonly table: string;
  readonly what: 'rows' | 'text';
  /** Status of events, state of operations; empty for what has none. */
  readonly state: string;
  readonly rows: number;
}

interface Kind {
  readonly state: string;
  readonly since: string;
  /** Undefined: there is none. */
  readonly text: string | undefined;
  /** Rows of this kind are of no interest: nobody asked that they go, or they are nobody's. */
  readonly rows: boolean;
}

const kinds: Readonly<Record<string, Kind>> = {
  inbound_events: {
    state: 't.status',
    since: 'received_at',
    text: '(t.payload is not null or t.headers is not null)',
    rows: true,
  },
  deliveries: { state: "''", since: 'received_at', text: undefined, rows: true },
  attempts: { state: "''", since: 'claimed_at', text: undefined, rows: true },
  operations: { state: 't.state', since: 'planned_at', text: 't.request is not null', rows: true },
  tasks: { state: "''", since: 'created_at', text: 't.title is not null', rows: false },
};

const shape = z.object({ state: z.string(), rows: z.number() });

/** `applied`: what is counted is left; else what the steps would take is not counted. */
export async function readLeft(
  database: Queryable,
  due: readonly AgedStep[],
  { workspaceId, applied }: { readonly workspaceId: string | undefined; readonly applied: boolean },
): Promise<Left[]> {
  const left: Left[] = [];
  for (const [table, kind] of Object.entries(kinds))
    for (const what of ['rows', 'text'] as const) {
      const asked = due.filter(({ does }) => (does === 'delete') === (what === 'rows'));
      // Titles are asked for with any age of bodies: whoever lets go of texts has to be told of all of them.
      const ages = asked.filter((step) => step.table === table || kind.rows === false).map((one) => one.olderThanMs);
      const has = what === 'rows' ? kind.rows && 'true' : kind.text;
      if (ages.length === 0 || !has) continue;
      const goes = applied ? [] : due.filter((step) => step.table === table);
      const counted = await database.query(statementOf(table, kind, has, Math.min(...ages), goes), [
        workspaceId ?? null,
      ]);
      for (const row of counted) left.push({ table, what, ...shape.parse(row) });
    }
  return left;
}

function statementOf(table: string, kind: Kind, has: string, ageMs: number, goes: readonly AgedStep[]): string {
  const stays = goes.map(({ where, olderThanMs }) => `and not coalesce((${placed(where, olderThanMs)}), false)`);
  return `select ${kind.state} as state, count(*)::int as rows from dedupe.${table} t
    where ${has} and t.${kind.since} < now() - ${ageMs}::float8 * interval '1 ms' and ($1::text is null or t.workspace_id = $1)
      ${stays.join(' ')} group by 1 order by 1`;
}

/** The ages of several steps in one statement: numbers, never text of anybody. */
function placed(where: string, ageMs: number): string {
  return where.replaceAll('$1', String(ageMs)).replaceAll('$2', '$1');
}
