-- What a signature covers where it does not cover the sender's id: the same bytes under another id are the same event.

create table dedupe.signed_bodies (
  body_mark          text        not null,
  provider           text        not null,
  -- Always empty: a header names the workspace, and no signature covers that either.
  workspace_id       text        not null default '',
  event_id           text        not null,
  event_workspace_id text        not null,
  received_at        timestamptz not null default clock_timestamp(),
  constraint signed_bodies_key primary key (body_mark, provider, workspace_id)
);

comment on table dedupe.signed_bodies is
  'Bodies that come once, of senders that sign no id: the event that each stands for. A keyed mark, never the body.';

create index signed_bodies_received_at on dedupe.signed_bodies (received_at);
