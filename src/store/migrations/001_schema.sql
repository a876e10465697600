-- The tables of the dedupe schema. Every unique key holds workspace_id, so that the schema can be distributed by it.

create table dedupe.inbound_events (
  provider              text        not null,
  workspace_id          text        not null,
  app_id                text,
  event_id              text        not null,
  event_type            text,
  event_subtype         text,
  subject               text,
  source_event_key      text,
  channel               text,
  ts                    text,
  status                text        not null default 'received'
    check (status in ('received', 'processing', 'processed', 'retryable_error', 'permanent_error', 'unknown_result')),
  attempt_count         integer     not null default 0 check (attempt_count >= 0),
  event_time            timestamptz,
  received_at           timestamptz not null default clock_timestamp(),
  available_at          timestamptz not null default clock_timestamp(),
  processing_started_at timestamptz,
  lease_expires_at      timestamptz,
  processed_at          timestamptz,
  result_type           text,
  result_id             text,
  last_error_code       text,
  filter_version        text,
  payload               bytea,
  -- A primary key rather than a unique constraint: logical replication needs one. The event id stands first, so that an
  -- event id alone is an index look-up.
  constraint inbound_events_key primary key (event_id, workspace_id, provider),
  constraint inbound_events_event_id_given check (event_id <> ''),
  constraint inbound_events_processing_has_lease check (status <> 'processing' or lease_expires_at is not null),
  constraint inbound_events_processed_has_time check (status <> 'processed' or processed_at is not null)
);

comment on table dedupe.inbound_events is 'One row for each event, written before the sender is answered.';

comment on column dedupe.inbound_events.payload is
  'The raw body, written by the pipeline only and nulled soon after a final state. Never selected by diagnosis.';

comment on column dedupe.inbound_events.lease_expires_at is 'By the clock of the database, like every lease.';

-- Siblings in the order of their arrival, without a sort: a busy subject has thousands.
create index inbound_events_subject on dedupe.inbound_events (subject, workspace_id, received_at)
  where subject is not null;
create index inbound_events_source_event_key on dedupe.inbound_events (source_event_key, workspace_id)
  where source_event_key is not null;
create index inbound_events_received_at on dedupe.inbound_events (received_at);
create index inbound_events_available on dedupe.inbound_events (available_at)
  where status in ('received', 'processing', 'retryable_error');

create table dedupe.deliveries (
  delivery_id        text        not null,
  provider           text        not null,
  workspace_id       text        not null,
  app_id             text,
  event_id           text        not null,
  transport          text        check (transport in ('http', 'socket', 'rtm', 'poll', 'trigger')),
  route              text,
  subscription_id    text,
  envelope_id        text,
  request_id         text,
  retry_num          integer     check (retry_num >= 0),
  retry_reason       text,
  sent_at            timestamptz,
  received_at        timestamptz not null default clock_timestamp(),
  answered_at        timestamptz,
  status             integer,
  body_digest        text,
  disposition        text        check (disposition in ('accepted', 'duplicate', 'filtered', 'refused')),
  instance_id        text,
  deployment_version text,
  constraint deliveries_key primary key (delivery_id, workspace_id)
);

comment on table dedupe.deliveries is 'Every accepted arrival of an event, repeats too.';

comment on column dedupe.deliveries.answered_at is 'Written after the response in a batch; null is unknown, not never.';

create index deliveries_event on dedupe.deliveries (event_id, workspace_id, provider);
create index deliveries_received_at on dedupe.deliveries (received_at);

create table dedupe.attempts (
  provider           text        not null,
  workspace_id       text        not null,
  event_id           text        not null,
  queue              text        not null default 'dedupe',
  job_id             text        not null,
  attempt            integer     not null check (attempt >= 1),
  delivery_id        text,
  claimed_at         timestamptz not null default clock_timestamp(),
  lease_expires_at   timestamptz,
  finished_at        timestamptz,
  outcome            text        check (outcome in ('done', 'failed', 'unknown', 'lost', 'running')),
  error_code         text,
  instance_id        text,
  deployment_version text,
  filter_version     text,
  constraint attempts_key primary key (job_id, attempt, queue, workspace_id)
);

comment on table dedupe.attempts is 'Every claim of an event by a worker.';

create index attempts_event on dedupe.attempts (event_id, workspace_id, provider);
create index attempts_claimed_at on dedupe.attempts (claimed_at);

create table dedupe.operations (
  source_event_key  text        not null,
  workspace_id      text        not null,
  provider          text        not null,
  event_id          text,
  target            text        not null,
  action            text        not null default '',
  state             text        not null default 'planned'
    check (state in ('planned', 'sent', 'confirmed', 'refused', 'unknown', 'dead')),
  attempt           integer     not null default 0 check (attempt >= 0),
  idempotency_key   text        not null,
  request           bytea,
  external_id       text,
  external_url      text,
  planned_at        timestamptz not null default clock_timestamp(),
  available_at      timestamptz not null default clock_timestamp(),
  lease_expires_at  timestamptz,
  sent_at           timestamptz,
  finished_at       timestamptz,
  last_error_code   text,
  reconcile_history jsonb       not null default '[]',
  constraint operations_key primary key (source_event_key, workspace_id),
  constraint operations_source_event_key_given check (source_event_key <> ''),
  constraint operations_confirmed_has_id check (state <> 'confirmed' or external_id is not null),
  constraint operations_sent_has_time check (state in ('planned', 'dead', 'refused') or sent_at is not null)
);

comment on table dedupe.operations is 'The ledger: one row for each intended effect, written before anything is sent.';

comment on column dedupe.operations.request is
  'The frozen request, sent byte for byte; nulled soon after a final state. Never selected by diagnosis.';

create index operations_event on dedupe.operations (event_id, workspace_id, provider);
-- The id stands first: a person pastes a task's id and does not say whose it is.
create index operations_external on dedupe.operations (external_id, target) where external_id is not null;
create index operations_open on dedupe.operations (available_at) where state in ('planned', 'sent', 'unknown');

create table dedupe.tasks (
  task_id          text        not null default gen_random_uuid()::text,
  workspace_id     text        not null,
  source_event_key text        not null,
  provider         text,
  event_id         text,
  delivery_id      text,
  queue            text,
  job_id           text,
  attempt          integer,
  title            text,
  status           text        not null default 'open',
  created_at       timestamptz not null default clock_timestamp(),
  created_by       text,
  constraint tasks_source_event_key_given check (source_event_key <> ''),
  constraint tasks_pkey primary key (task_id, workspace_id),
  constraint tasks_source_event_key unique (source_event_key, workspace_id)
);

comment on table dedupe.tasks is 'The local target: at most one task for each intended effect.';

comment on column dedupe.tasks.title is 'The user''s words. Never selected by diagnosis.';

create index tasks_event on dedupe.tasks (event_id, workspace_id, provider);

create table dedupe.instances (
  instance_id        text        not null,
  workspace_id       text        not null default '',
  role               text        not null,
  app_id             text,
  deployment_version text,
  filter_version     text,
  token_digest       text,
  store_identity     text,
  started_at         timestamptz not null default clock_timestamp(),
  seen_at            timestamptz not null default clock_timestamp(),
  stopped_at         timestamptz,
  constraint instances_key primary key (instance_id, role, workspace_id)
);

comment on table dedupe.instances is 'Who consumes: one heartbeat row for each process and role.';

create index instances_seen_at on dedupe.instances (seen_at);

create view dedupe.outbox as
  select source_event_key, workspace_id, provider, event_id, target, action, attempt, planned_at, available_at
  from dedupe.operations
  where state = 'planned';

create view dedupe.dead_letters as
  select source_event_key, workspace_id, provider, event_id, target, action, attempt, finished_at, last_error_code
  from dedupe.operations
  where state = 'dead';
