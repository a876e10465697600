// Of the events after a moment, which could have something twice? What is passed over must have nothing that exists twice.
import { expect, type TestContext, test } from 'vitest';
import { databaseSource } from '../../src/evidence/database.ts';
import type { Instant } from '../../src/model/instant.ts';
import { buildTimeline } from '../../src/model/timeline/build.ts';
import { duplicatedEffects } from '../../src/model/timeline/duplicates.ts';
import { partition } from '../../src/model/timeline/partition.ts';
import { providerOf } from '../../src/providers/index.ts';
import { laterRepeats } from '../../src/store/later-events.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';

const at = (second: number) => `'2026-01-01 10:00:${String(second).padStart(2, '0')}+00'`;
const after = Date.parse('2026-01-01T10:00:10Z') as Instant;

const event = (id: string, second: number, more: { workspace?: string; subject?: string; key?: string } = {}) => {
  const { workspace = 'T1', subject = `C1:${id}`, key = `slack:${workspace}:${id}` } = more;
  return `
insert into dedupe.inbound_events (provider, workspace_id, event_id, event_type, subject, source_event_key, received_at, payload)
values ('slack', '${workspace}', '${id}', 'message', '${subject}', '${key}', ${at(second)}, 'words');
${delivery(id, second, workspace)}`;
};
const delivery = (id: string, second: number, workspace = 'T1') => `
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, received_at)
values ('d-${id}-${workspace}-${second}', 'slack', '${workspace}', '${id}', ${at(second)});`;
const task = (id: string, key: string, eventId?: string) => `
insert into dedupe.tasks (task_id, workspace_id, source_event_key, title, event_id, provider)
values ('${id}', 'T1', '${key}', 'words', ${eventId ? `'${eventId}', 'slack'` : 'null, null'});`;
const operation = (key: string, eventId: string, state: string, externalId: string) => `
insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, idempotency_key, request, state, external_id, sent_at)
values ('${key}', 'T1', 'slack', '${eventId}', 'jira', '${key}', 'words', '${state}', '${externalId}', now());`;

const several = {
  EvTwoTasks: [event('EvTwoTasks', 20), task('t1', 'k1', 'EvTwoTasks'), task('t2', 'k2', 'EvTwoTasks')],
  EvByKey: [event('EvByKey', 20), task('t3', 'slack:T1:EvByKey'), task('t4', 'k4', 'EvByKey')],
  EvTaskAndIssue: [
    event('EvTaskAndIssue', 20),
    task('t5', 'slack:T1:EvTaskAndIssue'),
    operation('slack:T1:EvTaskAndIssue', 'EvTaskAndIssue', 'confirmed', 'OPS-1'),
  ],
  EvMention: [event('EvMention', 20, { subject: 'C1:same' })],
  EvMessage: [event('EvMessage', 21, { subject: 'C1:same' })],
  EvTwoPlaces: [event('EvTwoPlaces', 20), event('EvTwoPlaces', 21, { workspace: 'T2' })],
  EvRowGone: [delivery('EvRowGone', 20)],
};
const others = {
  EvQuiet: [event('EvQuiet', 20)],
  EvRetried: [event('EvRetried', 20), delivery('EvRetried', 23), task('t7', 'slack:T1:EvRetried', 'EvRetried')],
  EvSameObject: [
    event('EvSameObject', 20),
    task('t8', 'slack:T1:EvSameObject'),
    operation('slack:T1:EvSameObject', 'EvSameObject', 'confirmed', 't8'),
  ],
  EvUnknown: [
    event('EvUnknown', 20),
    task('t9', 'slack:T1:EvUnknown'),
    operation('slack:T1:EvUnknown', 'EvUnknown', 'unknown', 'OPS-9'),
  ],
};
const notLater = [
  event('EvBefore', 5),
  task('t10', 'k10', 'EvBefore'),
  task('t11', 'k11', 'EvBefore'),
  ...[event('EvBegunBefore', 6), delivery('EvBegunBefore', 30), task('t12', 'k12', 'EvBegunBefore')],
  task('t13', 'k13', 'EvBegunBefore'),
];

async function database(context: TestContext) {
  const url = await migratedDatabase(context);
  const owner = await opened(url);
  await owner.script([...Object.values(several), ...Object.values(others), notLater].flat().join('\n'));
  return Object.assign(await opened(url, { readOnly: true }), { url });
}

test('events of which more than one event or object is known are named, the rest is counted', async (context) => {
  const found = await laterRepeats(await database(context), after, 100);
  expect(found.several.toSorted()).toEqual(Object.keys(several).sort());
  expect(found.others).toBe(Object.keys(others).length);
  expect(found.since).toBeUndefined();
});

test('only the newest arrivals are looked at', async (context) => {
  expect(await laterRepeats(await database(context), after, 2)).toEqual({
    several: [],
    others: 1,
    since: Date.parse('2026-01-01T10:00:23Z'),
  });
});

test('what is passed over has no effect twice', async (context) => {
  const connection = await database(context);
  const source = databaseSource(async () => connection, 'here');
  const { signal } = new AbortController();
  const whole = await source.later?.(after, signal);
  const short = await source.later?.(after, signal, true);
  const repeated = (later = whole) =>
    partition(later?.observations ?? [])
      .filter((story) => {
        const asked = story.flatMap(({ fields: { event_id: value } }) =>
          value === undefined ? [] : [{ type: 'event_id', value } as const],
        );
        const input = { ref: '', asked, observations: story, gaps: [], coverage: [], providerOf };
        return duplicatedEffects(buildTimeline(input)).length > 0;
      })
      .flatMap((story) => story.flatMap(({ fields }) => fields.event_id ?? []));
  const later = new Set(repeated().filter((id) => id !== 'EvBegunBefore'));
  expect(later.size).toBeGreaterThan(0);
  expect(new Set(repeated(short))).toEqual(later);
});

test('an event with more rows than are read is not passed off as one that shows nothing', async (context) => {
  const connection = await database(context);
  const owner = await opened(connection.url);
  await owner.script(`
    insert into dedupe.tasks (task_id, workspace_id, source_event_key, title, event_id, provider)
    select 'busy' || n, 'T1', 'busy' || n, 'words', 'EvTwoTasks', 'slack' from generate_series(1, 20001) n`);
  const source = databaseSource(async () => connection, 'here');
  for (const alone of [false, true])
    await expect(source.later?.(after, new AbortController().signal, alone)).rejects.toThrow('more rows than are read');
});
