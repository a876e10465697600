// Rows of the dedupe schema as facts: each column under the name that fact lines use.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { EventRows } from '../store/event-rows.ts';

const source = 'database';
/** Its own clock stamps what it inserts; times that the application wrote are read on the application's clock. */
const databaseClock = 'database';
/** The name of the local target in fact lines. */
export const localTarget = 'tasks';

export function factsOfRows(rows: EventRows): Observation[] {
  const events = new Map(rows.events.map((event) => [keyOf(event), event]));
  const delivered = new Set(rows.deliveries.map(keyOf));
  return [
    ...rows.events.filter((event) => !delivered.has(keyOf(event))).map(arrivalOf),
    ...rows.deliveries.map((row) => {
      const event = events.get(keyOf(row));
      const { received_at, ...own } = row;
      const told = event && eventFields(event);
      return fact('delivery', `deliveries ${row.delivery_id}`, clockOf(row), { ...told, ...own, at: received_at });
    }),
    ...rows.attempts.map(({ claimed_at, lease_expires_at, filter_version: _, delivery_id: __, ...own }) =>
      fact('attempt', `attempts ${own.queue}/${own.job_id} ${own.attempt}`, databaseClock, {
        ...own,
        received_at: claimed_at,
        lease_until: lease_expires_at,
      }),
    ),
    ...rows.operations.map(
      ({ planned_at, external_url, available_at, reconcile_history: _, lease_expires_at: __, ...own }) =>
        fact('operation', `operations ${own.source_event_key}`, databaseClock, {
          ...own,
          url: external_url,
          at: planned_at,
          due_at: own.state === 'planned' ? available_at : null,
        }),
    ),
    ...rows.tasks.map(({ task_id, status, ...own }) =>
      fact('record', `tasks ${task_id}`, databaseClock, {
        ...own,
        target: localTarget,
        record_id: task_id,
        deleted: status === 'deleted' ? true : null,
      }),
    ),
    ...rows.instances.map(({ started_at, ...own }) =>
      fact('lifecycle', `instances ${own.instance_id} ${own.role}`, databaseClock, {
        at: started_at,
        what: 'started',
        instance_id: own.instance_id,
        role: own.role,
        app_id: own.app_id,
        deployment_version: own.deployment_version,
        token_digest: own.token_digest,
      }),
    ),
  ];
}

/** An event whose deliveries were not kept has arrived at least once: its own row says when first. */
function arrivalOf(event: EventRows['events'][number]): Observation {
  const { provider, workspace_id, app_id, event_id, source_event_key, received_at } = event;
  const own = { provider, workspace_id, app_id, event_id, source_event_key, at: received_at };
  return fact('delivery', `inbound_events ${event_id}`, databaseClock, { ...eventFields(event), ...own });
}

/** What the event's own row knows and a delivery's row does not repeat. */
function eventFields({ event_time, ...row }: EventRows['events'][number]) {
  const { event_type, event_subtype, subject, channel, ts, processed_at, result_id, status, last_error_code } = row;
  const seconds = event_time === null ? null : String(Math.trunc(event_time / 1000));
  const due_at = status === 'received' || status === 'retryable_error' ? row.available_at : null;
  const told = { processed_at, result_id, event_status: status, last_error_code, due_at };
  return { event_type, event_subtype, subject, channel, ts, event_time: seconds, ...told };
}

/** Null in a row is "not known", which a fact says by leaving the field out. */
function fact(kind: FactKind, where: string, clock: string, fields: Record<string, unknown>): Observation {
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
  return { kind, fields: known, provenance: { source, where, clock } } as Observation;
}

function clockOf({ instance_id }: EventRows['deliveries'][number]): string {
  return instance_id ?? databaseClock;
}

function keyOf({
  provider,
  workspace_id,
  event_id,
}: {
  provider: string;
  workspace_id: string;
  event_id: string;
}): string {
  return `${provider}\n${workspace_id}\n${event_id}`;
}
