// Does the database itself refuse a second row for one event?
import type { Step } from '../model/checkup.ts';
import { keyIn, keysOf } from '../model/unique-keys.ts';
import { all } from '../model/witness.ts';

export const uniqueInboundKey: Step = {
  id: 'unique-inbound-key',
  title: 'A unique key in the database holds each inbound event once',
  problem:
    'A question before the insert lets two deliveries through that come within a millisecond. Only a unique index makes one of them fail, in every ' +
    'process, in every version and after every restart.',
  signs: [
    'the dedupe schema as migrate --check compares it: unique (event_id, workspace_id, provider)',
    'tables of your own that look like events: a unique index on the event id, alone or with sender and workspace, over all rows',
  ],
  fix: [
    'Make the index: create unique index concurrently (dedupe migrate --check prints it for the schema, this step for a table of your own).',
    'Insert with on conflict do nothing, and do work only where a row was inserted.',
  ],
  aspects: (checkup) => [all('one row for each event', keyIn(checkup, ['inbound_events']), keysOf(checkup, 'events'))],
};
