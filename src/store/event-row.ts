// The rows that diagnosis may see, one shape per table. A column that is not named here is never selected.
import * as z from 'zod/mini';
import { type Instant, parseInstant } from '../model/instant.ts';

const text = z.string();
const maybe = z.nullable(z.string());
const number = z.number();
const maybeNumber = z.nullable(z.number());
/** Null also for a time that no clock can show (`infinity`): it says nothing about when. */
const instant = z.pipe(
  z.nullable(z.string()),
  z.transform((value): Instant | null => parseInstant(value) ?? null),
);

export const rowShapes = {
  events: z.object({
    provider: text,
    workspace_id: text,
    app_id: maybe,
    event_id: text,
    event_type: maybe,
    event_subtype: maybe,
    subject: maybe,
    source_event_key: maybe,
    channel: maybe,
    ts: maybe,
    status: text,
    attempt_count: number,
    event_time: instant,
    received_at: instant,
    available_at: instant,
    processing_started_at: instant,
    lease_expires_at: instant,
    processed_at: instant,
    result_type: maybe,
    result_id: maybe,
    last_error_code: maybe,
    filter_version: maybe,
  }),
  deliveries: z.object({
    delivery_id: text,
    provider: text,
    workspace_id: text,
    app_id: maybe,
    event_id: text,
    transport: maybe,
    route: maybe,
    subscription_id: maybe,
    envelope_id: maybe,
    request_id: maybe,
    retry_num: maybeNumber,
    retry_reason: maybe,
    sent_at: instant,
    received_at: instant,
    answered_at: instant,
    status: maybeNumber,
    body_digest: maybe,
    disposition: maybe,
    instance_id: maybe,
    deployment_version: maybe,
  }),
  attempts: z.object({
    provider: text,
    workspace_id: text,
    event_id: text,
    queue: text,
    job_id: text,
    attempt: number,
    delivery_id: maybe,
    claimed_at: instant,
    lease_expires_at: instant,
    finished_at: instant,
    outcome: maybe,
    error_code: maybe,
    instance_id: maybe,
    deployment_version: maybe,
    filter_version: maybe,
  }),
  operations: z.object({
    source_event_key: text,
    workspace_id: text,
    provider: text,
    event_id: maybe,
    target: text,
    action: text,
    state: text,
    attempt: number,
    idempotency_key: text,
    external_id: maybe,
    external_url: maybe,
    planned_at: instant,
    available_at: instant,
    lease_expires_at: instant,
    sent_at: instant,
    finished_at: instant,
    last_error_code: maybe,
    reconcile_history: z.unknown(),
  }),
  tasks: z.object({
    task_id: text,
    workspace_id: text,
    source_event_key: text,
    provider: maybe,
    event_id: maybe,
    delivery_id: maybe,
    queue: maybe,
    job_id: maybe,
    attempt: maybeNumber,
    status: text,
    created_at: instant,
    created_by: maybe,
  }),
  instances: z.object({
    instance_id: text,
    workspace_id: text,
    role: text,
    app_id: maybe,
    deployment_version: maybe,
    filter_version: maybe,
    token_digest: maybe,
    store_identity: maybe,
    started_at: instant,
    seen_at: instant,
    stopped_at: instant,
  }),
} as const;

export type RowKind = keyof typeof rowShapes;
export type RowOf<K extends RowKind> = z.output<(typeof rowShapes)[K]>;
export const rowKinds = Object.keys(rowShapes) as RowKind[];

/** What the statement says about itself: the database's clock, its schema, and the span that it holds. */
export const horizonShape = z.object({
  now: instant,
  /** First and last arrival in the database; null when it has none. */
  from: instant,
  to: instant,
  schema_version: maybeNumber,
});

export function columnsOf(kind: RowKind, alias: string): string {
  return Object.keys(rowShapes[kind].shape)
    .map((name) => `${alias}.${name}`)
    .join(', ');
}
