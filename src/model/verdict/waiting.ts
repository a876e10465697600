// Work that the pipeline's own ledger holds for a later try: nothing is lost, and nobody needs to make anything by hand.
import type { FactOf } from '../fact.ts';
import { toIso } from '../instant.ts';
import { eventQueue, isHandling, outboxQueue } from '../operation.ts';
import { ofKind, type Timeline } from '../timeline/timeline.ts';

type Row = FactOf<'operation'> | FactOf<'delivery'>;

/** What is planned, or to be taken by a worker; the requests before the events, what an application is given last. */
export function waiting(timeline: Timeline): string[] {
  const operations = ofKind(timeline, 'operation').filter(({ fields }) => fields.state === 'planned');
  const handlings = operations.filter(({ fields }) => isHandling(fields));
  const ordered = [...operations.filter((one) => !handlings.includes(one)), ...handlings];
  const planned = new Set(operations.map(({ fields }) => fields.event_id));
  // The row of an event that has its object was left behind by whoever made that without the ledger.
  const made = new Set(timeline.effects.flatMap(({ chains }) => chains.map(({ event }) => event?.eventId)));
  const events = firstOfEach(ofKind(timeline, 'delivery')).filter(
    ({ fields: { event_status, event_id } }) =>
      (event_status === 'received' || event_status === 'retryable_error') &&
      !planned.has(event_id) &&
      !made.has(event_id),
  );
  return [
    ...ordered.map((operation) => {
      const { target, source_event_key, last_error_code, event_id } = operation.fields;
      const what = isHandling(operation.fields) ? 'its handling by the application' : `the create at ${target}`;
      const tries = failuresOf(timeline, outboxQueue, source_event_key);
      // What is made inside an application is made when that is given the event again.
      const given = handlings.find(({ fields }) => fields.event_id === event_id);
      return wait(timeline, { what, row: operation, due: (given ?? operation).fields.due_at, tries, last_error_code });
    }),
    ...events.map((event) => {
      const { provider = 'slack', event_id, due_at, last_error_code } = event.fields;
      const tries = failuresOf(timeline, eventQueue, `${provider}:${event_id}`);
      return wait(timeline, { what: `the event ${event_id}`, row: event, due: due_at, tries, last_error_code });
    }),
  ];
}

/** Whether the ledger has a word about the job of this attempt: then that says if it runs again, and the attempt does not. */
export function isLedgers(timeline: Timeline, { fields, witnesses }: FactOf<'attempt'>): boolean {
  if (!witnesses.some(({ source }) => source === 'database')) return false;
  const { queue, job_id, workspace_id } = fields;
  if (queue === outboxQueue)
    return ofKind(timeline, 'operation').some(
      (one) => one.fields.source_event_key === job_id && one.fields.workspace_id === workspace_id,
    );
  if (queue !== eventQueue) return false;
  const isEnded = (status: string | undefined) => status === 'processed' || status === 'permanent_error';
  return ofKind(timeline, 'delivery').some(
    ({ fields: { provider = 'slack', event_id, event_status } }) =>
      `${provider}:${event_id}` === job_id && isEnded(event_status),
  );
}

interface Wait {
  readonly what: string;
  readonly row: Row;
  readonly due: Row['fields']['due_at'];
  readonly tries: number;
  readonly last_error_code: string | undefined;
}

/** A worker looks every second: what was due for longer than this is taken by none. */
const takenWithinMs = 60_000;

function wait(timeline: Timeline, { what, row, due, tries, last_error_code }: Wait): string {
  const asOf = Math.max(...timeline.coverage.flatMap(({ to }) => to ?? []));
  const place = `#${row.n}${last_error_code === undefined ? '' : `, ${last_error_code}`}`;
  const failed = tries === 0 ? '' : `failed ${tries === 1 ? 'once' : `${tries} times`} and `;
  const again = tries === 0 ? '' : ' again';
  if (due === undefined) return `${what} (${place}) ${failed}waits to be tried${again}; ${byHand}`;
  if (asOf - due <= takenWithinMs) return `${what} (${place}) ${failed}is tried${again} at ${toIso(due)}; ${byHand}`;
  return `${what} (${place}) ${failed}was to be tried${again} at ${toIso(due)}, and no worker has taken it; ${byHand}`;
}

/** What a person would do who is told that nothing was made. */
const byHand = 'what is made by hand meanwhile would be a second one';

function failuresOf(timeline: Timeline, queue: string, job: string | undefined): number {
  return ofKind(timeline, 'attempt').filter(
    ({ fields }) => fields.queue === queue && fields.job_id === job && fields.outcome === 'failed',
  ).length;
}

function firstOfEach(deliveries: readonly FactOf<'delivery'>[]): FactOf<'delivery'>[] {
  return [...new Map(deliveries.toReversed().map((one) => [one.fields.event_id, one])).values()].toReversed();
}
