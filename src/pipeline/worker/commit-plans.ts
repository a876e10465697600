// Ends claims whose effects are planned: business rows, ledger and status in one transaction, for many events at once.
import { planOperations } from '../../store/operations/plan-operations.ts';
import type { Inside, Sessions } from '../../store/sessions.ts';
import { createTasks, localTarget } from '../../store/work/create-tasks.ts';
import { endBareEvents } from '../../store/work/end-bare-events.ts';
import type { EventClaim } from '../../store/work/event-claim.ts';
import { type EventEnd, finishEvents } from '../../store/work/finish-events.ts';
import { holdEvents } from '../../store/work/hold-events.ts';
import { readOperations } from '../../store/work/read-operations.ts';
import type { Counters } from '../counters.ts';
import { type EventStanding, standingOf } from '../operation/standing.ts';
import type { Wanted } from './effects.ts';

export interface Planned extends EventClaim {
  readonly sourceEventKey: string;
  readonly wanted: Wanted;
}

/** In the order of what was given. Undefined: another claim is newer, and nothing of this one was written. */
export async function commitPlans(
  sessions: Sessions,
  planned: readonly Planned[],
  counters?: Counters,
): Promise<readonly (EventStanding | undefined)[]> {
  const bare = planned.filter(({ wanted }) => wanted.tasks.length === 0 && wanted.operations.length === 0);
  const ended = bare.length > 0 ? await sessions.use((database) => endBareEvents(database, bare)) : new Set<Planned>();
  const others = planned.filter((one) => !ended.has(one));
  const { standings, found } =
    others.length > 0
      ? await sessions.use((database) => database.transaction((inside) => commitInside(inside, others)))
      : nothing;
  for (const target of found) counters?.count('dedupe_effect_conflicts_total', { target });
  return planned.map((one) => (ended.has(one) ? standingOf([]) : standings.get(one)));
}

const nothing: Committed = { standings: new Map(), found: [] };

interface Committed {
  readonly standings: ReadonlyMap<Planned, EventStanding>;
  /** Targets of effects that were there already. */
  readonly found: readonly string[];
}

async function commitInside(inside: Inside, planned: readonly Planned[]): Promise<Committed> {
  const held = await holdEvents(inside, planned);
  if (held.length === 0) return nothing;
  const tasks = held.flatMap(({ wanted }) => wanted.tasks);
  const operations = held.flatMap(({ wanted }) => wanted.operations);
  const tasksFound = await createTasks(inside, tasks);
  const operationsFound = operations.length > 0 ? await planOperations(inside, operations) : [];
  const found = [...Array<string>(tasksFound).fill(localTarget), ...operationsFound];
  const known = await readOperations(
    inside,
    held.map((one) => ({ baseKey: one.sourceEventKey, workspaceId: one.workspaceId })),
  );
  const standings = new Map(
    held.map((one) => {
      const own = known.filter(
        (operation) => operation.base_key === one.sourceEventKey && operation.workspace_id === one.workspaceId,
      );
      return [one, standingOf(own)] as const;
    }),
  );
  await finishEvents(
    inside,
    [...standings].map(([claim, standing]) => endOf(claim, standing)),
  );
  return { standings, found };
}

/** What is planned is handed over: that the outbox is not through with it is no fault of this attempt. */
function endOf({ provider, workspaceId, eventId, attempt }: Planned, standing: EventStanding): EventEnd {
  const outcome = { unknown_result: 'unknown', permanent_error: 'failed' } as const;
  return {
    ...{ provider, workspaceId, eventId, attempt },
    ...standing,
    failures: 0,
    outcome: standing.status in outcome ? outcome[standing.status as keyof typeof outcome] : 'done',
  };
}
