// What can go, step by step, in an order in which nothing that is still needed loses what explains it.

import { baseKey } from '../operations/operation-row.ts';

export interface PruneStep {
  readonly table: string;
  /** `delete` the row, or `empty` what people wrote and what was sent for them. */
  readonly does: 'delete' | 'empty';
  /** Alias t; `$1` is the age in milliseconds, `$2` a workspace or null. */
  readonly where: string;
  /**
   * What it is still needed for while it is young. `sender`: a late copy must meet it. `queue`: a retry of ours, or somebody
   * who looks into one. Nothing: figures.
   */
  readonly neededBy: readonly ('sender' | 'queue')[];
}

const before = (column: string) => `${column} < now() - $1::float8 * interval '1 ms'`;
const ours = `($2::text is null or t.workspace_id = $2)`;
const hasBody = '(t.payload is not null or t.headers is not null)';
const endedEvent = (event: string) =>
  `${event}.status in ('processed', 'permanent_error') and ${before(`${event}.received_at`)}`;
const noEventOf = (workspace: string) => `not exists (select from dedupe.inbound_events e
  where e.event_id = t.event_id and e.workspace_id = t.${workspace} and e.provider = t.provider and not (${endedEvent('e')}))`;
const noEvent = noEventOf('workspace_id');

/** An event that nobody can answer for, or that is still worked on, stays, and all that tells of it. */
export const rowSteps: readonly PruneStep[] = [
  {
    table: 'inbound_events',
    does: 'delete',
    where: `${endedEvent('t')} and ${ours}`,
    neededBy: ['sender', 'queue'],
  },
  {
    table: 'deliveries',
    does: 'delete',
    where: `${before('t.received_at')} and ${ours} and ${noEvent}`,
    neededBy: ['sender'],
  },
  {
    table: 'attempts',
    does: 'delete',
    where: `${before('t.claimed_at')} and ${ours} and ${noEvent} and t.finished_at is not null`,
    neededBy: ['queue'],
  },
  {
    table: 'signed_bodies',
    does: 'delete',
    where: `${before('t.received_at')} and ($2::text is null or t.event_workspace_id = $2) and ${noEventOf('event_workspace_id')}`,
    neededBy: ['sender'],
  },
  { table: 'refusals', does: 'delete', where: `${before('t.hour')} and $2::text is null`, neededBy: [] },
  { table: 'instances', does: 'delete', where: `${before('t.seen_at')} and $2::text is null`, neededBy: [] },
];

/** The memory of effects: with it goes the answer to a late copy, whenever that comes. */
export const keySteps: readonly PruneStep[] = [
  {
    table: 'operations',
    does: 'delete',
    // An event that can still be redriven would make its effects again.
    where: `t.state in ('confirmed', 'dead') and ${before('t.finished_at')} and ${ours} and not exists (
      select from dedupe.inbound_events e where e.source_event_key = ${baseKey('t')} and e.workspace_id = t.workspace_id
        and e.status <> 'processed')`,
    neededBy: ['sender', 'queue'],
  },
];

/** Of what has ended well. */
export const bodySteps: readonly PruneStep[] = [
  {
    table: 'inbound_events',
    does: 'empty',
    where: `${hasBody} and t.status = 'processed' and ${before('t.processed_at')} and ${ours}`,
    neededBy: [],
  },
  {
    table: 'operations',
    does: 'empty',
    where: `t.request is not null and t.state = 'confirmed' and ${before('t.finished_at')} and ${ours}`,
    neededBy: [],
  },
];

/** Of what was given up: it cannot be redriven any more. */
export const deadBodySteps: readonly PruneStep[] = [
  {
    table: 'inbound_events',
    does: 'empty',
    where: `${hasBody} and t.status = 'permanent_error' and ${before('t.received_at')} and ${ours}`,
    neededBy: [],
  },
  {
    table: 'operations',
    does: 'empty',
    where: `t.request is not null and t.state = 'dead' and ${before('t.finished_at')} and ${ours}`,
    neededBy: [],
  },
];

/**
 * The upper bound: everything that people wrote, whatever has become of it. The keys stay, so that nothing is made again; work
 * without its body is given up by whoever claims it, and what may have been made stays unknown.
 */
export const textSteps: readonly PruneStep[] = [
  {
    table: 'inbound_events',
    does: 'empty',
    where: `${hasBody} and ${before('t.received_at')} and ${ours}`,
    neededBy: ['queue'],
  },
  {
    table: 'operations',
    does: 'empty',
    where: `t.request is not null and ${before('t.planned_at')} and ${ours}`,
    neededBy: ['queue'],
  },
  {
    table: 'tasks',
    does: 'empty',
    where: `t.title is not null and ${before('t.created_at')} and ${ours}`,
    neededBy: [],
  },
];

/** What `empty` sets to null. */
export const bodies: Readonly<Record<string, string>> = {
  inbound_events: 'payload = null, headers = null',
  operations: 'request = null',
  tasks: 'title = null',
};
