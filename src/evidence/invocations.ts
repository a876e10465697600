// Runs of a function that its platform repeated: one request id, several runs. Told apart by the order of their lines.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { Held } from './log-lines.ts';

/**
 * `held`: the lines of one file, replaced in place. A run begins where the platform says so, and has what stands behind until
 * the next begins.
 */
export function keepRunsApart(held: Held[]): void {
  const begun = new Map<string, number>();
  const inOrder = held.map((one, i) => ({ one, i })).toSorted((a, b) => a.one.offset - b.one.offset);
  const platform = new Set(
    held.flatMap((one) => (isPlatformRun(one) ? (one.observation.fields.request_id ?? []) : [])),
  );
  for (const { one, i } of inOrder) {
    const id = requestOf(one);
    if (id === undefined || !platform.has(id)) continue;
    if (isPlatformRun(one) && 'started_at' in one.observation.fields) begun.set(id, (begun.get(id) ?? 0) + 1);
    const count = begun.get(id) ?? 1;
    const run_id = count > 1 ? `${id}#${count}` : id;
    const { observation } = one;
    if ('run_id' in observation.fields && observation.fields.run_id === run_id) continue;
    held[i] = { ...one, observation: { ...observation, fields: { ...observation.fields, run_id } } as Observation };
  }
}

/** The invocation that a run is, or in which something was done; undefined where the line names a run of its own. */
function requestOf({ observation: { kind, fields } }: Held): string | undefined {
  const { run_id, request_id } = fields as { run_id?: string; request_id?: string };
  if (!within.has(kind)) return undefined;
  return run_id === undefined || run_id.split('#')[0] === request_id ? request_id : undefined;
}

const within: ReadonlySet<FactKind> = new Set(['run', 'guard', 'call', 'record']);

function isPlatformRun(one: Held): boolean {
  const { isFactLine, observation } = one;
  return (
    !isFactLine && observation.kind === 'run' && observation.fields.run_id !== undefined && requestOf(one) !== undefined
  );
}
