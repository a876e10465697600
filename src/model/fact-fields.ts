// What each kind of fact can say: one zod schema per kind, shared by fact lines and by every other source of evidence.
// Every field is optional; an absent field was not logged and says nothing about the world.
import * as z from 'zod/mini';
import { count, id, instant, milliseconds, optional, slackTs, text } from './field-kinds.ts';
import { eventStatuses } from './operation.ts';
import { exactnesses, jobStates, waysFound } from './queue.ts';

/** Few lines are parsed in one run: a parser that is compiled first would cost more than it saves. */
z.config({ jitless: true });

/** What became of an effect. A lost answer is `unknown`; there is no boolean success anywhere. */
export const outcomes = ['done', 'refused', 'unknown'] as const;

const common = {
  at: optional(instant),
  provider: optional(text),
  workspace_id: optional(id),
  app_id: optional(id),
  event_id: optional(id),
  source_event_key: optional(text),
  subject: optional(text),
  event_type: optional(text),
  event_subtype: optional(text),
  event_time: optional(id),
  channel: optional(id),
  ts: optional(slackTs),
  event_ts: optional(slackTs),
  thread_ts: optional(slackTs),
  client_msg_id: optional(id),
  actor: optional(id),
  bot_id: optional(id),
  action_id: optional(id),
  action_ts: optional(slackTs),
  trigger_id: optional(id),
  view_id: optional(id),
  function_execution_id: optional(id),
  unfurl_id: optional(id),
  instance_id: optional(id),
  pid: optional(id),
  deployment_version: optional(id),
  request_id: optional(id),
  correlation_id: optional(id),
  traceparent: optional(text),
};

const jobRef = { queue: optional(id), job_id: optional(id) };

const shapes = {
  delivery: () => ({
    ...common,
    delivery_id: optional(id),
    envelope_id: optional(id),
    subscription_id: optional(id),
    transport: optional(z.enum(['http', 'socket', 'rtm', 'poll', 'trigger'])),
    route: optional(text),
    sent_at: optional(instant),
    body_digest: optional(text),
    answered_at: optional(instant),
    status: optional(count),
    retry_num: optional(count),
    retry_reason: optional(text),
    /** Slack's name for the event by which it tells who is authorized to see it. */
    event_context: optional(id),
    disposition: optional(z.enum(['accepted', 'duplicate', 'filtered', 'refused'])),
    init_ms: optional(milliseconds),
    /** What the row of the event says became of it. */
    processed_at: optional(instant),
    result_id: optional(id),
    event_status: optional(z.enum(eventStatuses)),
    last_error_code: optional(id),
    /** When a worker takes it next. */
    due_at: optional(instant),
  }),
  run: () => ({
    ...common,
    run_id: optional(id),
    listener: optional(text),
    delivery_id: optional(id),
    started_at: optional(instant),
    finished_at: optional(instant),
    outcome: optional(z.enum(['done', 'failed', 'unknown'])),
    error_code: optional(id),
    init_ms: optional(milliseconds),
  }),
  guard: () => ({
    ...common,
    ...jobRef,
    store: optional(text),
    scope: optional(z.enum(['process', 'shared'])),
    key: optional(id),
    result: optional(z.enum(['hit', 'miss', 'claimed', 'released'])),
    set_at: optional(instant),
    expires_at: optional(instant),
    delivery_id: optional(id),
    run_id: optional(id),
    attempt: optional(count),
  }),
  job: () => ({
    ...common,
    ...jobRef,
    delivery_id: optional(id),
    run_id: optional(id),
    site: optional(text),
    run_at: optional(instant),
    /** What a queue itself says of it, beside what the app logged. */
    state: optional(z.enum(jobStates)),
    attempts_started: optional(count),
    attempts_exactness: optional(z.enum(exactnesses)),
    max_attempts: optional(count),
    stalled: optional(count),
    lease_ms: optional(milliseconds),
    removal: optional(text),
    expires_at: optional(instant),
    found_by: optional(z.enum(waysFound)),
  }),
  attempt: () => ({
    ...common,
    ...jobRef,
    attempt: optional(count),
    received_at: optional(instant),
    started_at: optional(instant),
    finished_at: optional(instant),
    outcome: optional(z.enum(['done', 'failed', 'unknown', 'lost', 'running'])),
    error_code: optional(id),
    previous_error_code: optional(id),
    lease_until: optional(instant),
    lease_ms: optional(milliseconds),
    settled_at: optional(instant),
    settle_outcome: optional(z.enum(['done', 'failed'])),
    /** Of its times, where a queue told them. */
    exactness: optional(z.enum(exactnesses)),
  }),
  operation: () => ({
    ...common,
    ...jobRef,
    target: optional(text),
    action: optional(text),
    state: optional(z.enum(['planned', 'sent', 'confirmed', 'refused', 'unknown', 'dead'])),
    idempotency_key: optional(text),
    external_id: optional(id),
    url: optional(text),
    attempt: optional(count),
    sent_at: optional(instant),
    finished_at: optional(instant),
    last_error_code: optional(id),
    /** When a worker takes it next. */
    due_at: optional(instant),
  }),
  call: () => ({
    ...common,
    ...jobRef,
    call_id: optional(id),
    target: optional(text),
    operation: optional(z.enum(['create', 'find', 'update'])),
    started_at: optional(instant),
    finished_at: optional(instant),
    outcome: optional(z.enum(outcomes)),
    status: optional(count),
    error_code: optional(id),
    idempotency_key: optional(text),
    result_id: optional(id),
    found: optional(count),
    truncated: optional(z.boolean()),
    query_scope: optional(text),
    attempt: optional(count),
    run_id: optional(id),
    delivery_id: optional(id),
  }),
  record: () => ({
    ...common,
    ...jobRef,
    target: optional(text),
    record_id: optional(id),
    url: optional(text),
    created_at: optional(instant),
    /** Closed as a copy or removed: by whom does not matter. */
    deleted: optional(z.boolean()),
    deleted_at: optional(instant),
    created_by: optional(id),
    call_id: optional(id),
    delivery_id: optional(id),
    run_id: optional(id),
    attempt: optional(count),
  }),
  lifecycle: () => ({
    ...common,
    what: optional(
      z.enum(['started', 'stopped', 'crashed', 'connected', 'disconnected', 'deployed', 'registered', 'reloaded']),
    ),
    role: optional(text),
    listener: optional(text),
    connections: optional(count),
    token_digest: optional(text),
  }),
};

type Shapes = { readonly [K in keyof typeof shapes]: z.ZodMiniObject<ReturnType<(typeof shapes)[K]>> };
const made: Partial<Record<keyof Shapes, unknown>> = {};

/** One schema per kind, made when it is first asked for: a log of two kinds does not wait for nine. */
export const factFields = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(shapes).map(([kind, shape]) => [
      kind,
      {
        enumerable: true,
        get: () => {
          made[kind as keyof Shapes] ??= z.object(shape());
          return made[kind as keyof Shapes];
        },
      },
    ]),
  ),
) as Shapes;

export type FactKind = keyof typeof factFields;
export const factKinds = Object.keys(factFields) as FactKind[];
export type FieldsOf<K extends FactKind> = z.output<(typeof factFields)[K]>;

/** The kinds that a program may write as lines; a ledger row (`operation`) is read from the ledger only. */
export const lineKinds = factKinds.filter((kind) => kind !== 'operation');
