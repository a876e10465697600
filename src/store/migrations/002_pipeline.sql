-- What the pipeline needs beside the evidence: retry budgets, headers for reading a stored body, and refusals in numbers.

-- The budget may start again (a redrive); attempt and attempt_count never do.
alter table dedupe.inbound_events add column failures integer not null default 0 check (failures >= 0);
alter table dedupe.operations add column failures integer not null default 0 check (failures >= 0);

alter table dedupe.inbound_events add column headers jsonb;

comment on column dedupe.inbound_events.headers is
  'The few headers without which the payload cannot be read or forwarded; nulled together with it. Never a signature.';

-- The life of an idempotency key in the target begins with the first request that carried it.
alter table dedupe.operations add column first_sent_at timestamptz;

-- All effects of one event or subject: the key without the action behind it.
create index operations_base on dedupe.operations
  (left(source_event_key, length(source_event_key) - case when action = '' then 0 else length(action) + 1 end), workspace_id);

create table dedupe.refusals (
  provider      text        not null,
  reason        text        not null,
  workspace_id  text        not null default '',
  hour          timestamptz not null,
  instance_id   text        not null,
  requests      bigint      not null default 0 check (requests >= 0),
  last_at       timestamptz not null default clock_timestamp(),
  constraint refusals_key primary key (hour, provider, reason, instance_id, workspace_id)
);

comment on table dedupe.refusals is 'Requests that were turned away, counted: strangers cannot fill a table with them.';

-- What was given up is few among many, and is asked for by people and by whoever watches.
create index operations_dead on dedupe.operations (finished_at) where state = 'dead';
create index inbound_events_dead on dedupe.inbound_events (received_at) where status = 'permanent_error';
