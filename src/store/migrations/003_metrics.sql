-- Figures that only grow, kept over the life of any process; and since when an outcome is not known.

create table dedupe.totals (
  name         text             not null,
  labels       text             not null default '{}',
  workspace_id text             not null default '',
  value        double precision not null default 0,
  constraint totals_key primary key (name, labels, workspace_id)
);

comment on table dedupe.totals is 'Counters and histograms of all processes together: a few hundred rows, whatever the load.';

alter table dedupe.operations add column unknown_at timestamptz;

comment on column dedupe.operations.unknown_at is 'When the outcome was last given up as unknown; kept after the proof.';

-- Few among many, and asked for at every scrape.
create index operations_unknown on dedupe.operations (unknown_at) where state = 'unknown';
create index operations_surplus on dedupe.operations (planned_at) where reconcile_history @> '[{"what": "surplus"}]';
