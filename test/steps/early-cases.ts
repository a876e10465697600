// The first six steps: what makes each hold, what speaks against it, and what leaves it unseen although something was looked at.
import type { Checkup } from '../../src/model/checkup.ts';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { type Case, of } from './case.ts';
import { answered, code, down, drill, figures, keyed, log, schema, seen, tables, unused } from './checkups.ts';

type Fact = TraceDocument['facts'][number];

/** As rows of own tables tell it: ids, and between them only times. */
function tracedById(): Checkup['trace'] {
  const facts: Partial<Fact>[] = ['d1', 'd2'].flatMap((delivery_id, i) => [
    { n: i * 3 + 1, kind: 'delivery', fields: { delivery_id }, where: `d:${i}`, parent: null },
    { n: i * 3 + 2, kind: 'job', fields: { queue: 'q', job_id: `${i}`, delivery_id }, where: `j:${i}`, parent: null },
    {
      ...{
        n: i * 3 + 3,
        kind: 'record',
        fields: { record_id: `OPS-${i}`, queue: 'q', job_id: `${i}` },
        where: `t:${i}`,
      },
      parent: { n: i * 3 + 2, by: 'time', certainty: 'inferred' },
    },
  ]);
  return seen({ ref: 'Ev1', reason: '', document: { facts } as unknown as TraceDocument });
}

/** Delivery, run and record for each copy; `tied` says by what the last link was told. */
function traced(...tied: readonly ('stated' | 'inferred' | undefined)[]): Checkup['trace'] {
  const facts = tied.flatMap((certainty, i): Partial<Fact>[] => {
    const n = i * 3 + 1;
    return [
      { n, kind: 'delivery', fields: { event_id: 'Ev1' }, where: `a.log:${n}`, parent: null },
      {
        n: n + 1,
        kind: 'run',
        fields: {},
        where: `a.log:${n + 1}`,
        parent: { n, by: 'delivery_id', certainty: 'stated' },
      },
      {
        ...{ n: n + 2, kind: 'record', fields: { record_id: `OPS-${i}` }, where: `a.log:${n + 2}` },
        parent: certainty === undefined ? null : { n: n + 1, by: 'run_id', certainty },
      },
    ];
  });
  return seen({ ref: 'Ev1', reason: '', document: { facts } as unknown as TraceDocument });
}

const linked = of('event-linked-to-tasks');
const readable = of('retries-readable');
const signed = of('signature-checked');
const durable = of('durable-before-answer');
const inbound = of('unique-inbound-key');
const inserted = of('work-on-insert-only');

const delivery = (columns: readonly string[] | undefined) => ({
  ...{ name: 'tables.deliveries', kind: 'delivery', fault: undefined },
  columns,
});
const queue = { name: 'jobs', place: 'redis:6379', fault: undefined, visibility: 'proved' } as const;
const safe = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'safe' as const]));
const broken = (table: string) => [
  { problem: `index dedupe.${table}_key is missing`, repair: 'create unique index …' },
];

export const earlyCases: readonly Case[] = [
  linked('holds', 'both are tied by what lines say', '#4 → #5 → OPS-1 (#6)', { trace: traced('stated', 'stated') }),
  linked('holds', 'rows of tables name their job, and the job its delivery', '#4 → #5 → OPS-1 (#6), t:1', {
    trace: tracedById(),
  }),
  linked('does-not-hold', 'one stands alone', 'nothing ties OPS-1 (#6), a.log:6', {
    trace: traced('stated', undefined),
  }),
  linked('does-not-hold', 'one is tied by a guess', 'nothing ties OPS-1', { trace: traced('stated', 'inferred') }),
  linked('does-not-hold', 'nobody knows the event', 'no source knows it', {
    trace: seen({ ref: 'Ev9', document: undefined, reason: 'no source knows it' }),
  }),
  linked('not-seen', 'it made one', 'Ev1 made one task', { trace: traced('stated') }),
  linked('not-seen', 'the source is down', 'connection refused', { trace: down }),

  readable('holds', 'a log and a queue', '4 lines with retry_num', {
    logs: log({ retry_num: 4, answered_at: 10 }),
    queues: seen([queue]),
  }),
  readable('holds', 'the schema has all three', 'dedupe.deliveries keeps retry number', { schema: schema() }),
  readable('holds', 'what one table lacks the log shows', '4 lines with retry_num', {
    logs: log({ retry_num: 4, answered_at: 10 }, { kinds: [{ kind: 'attempt', count: 2 }] }),
    tables: tables([], [delivery(['at'])]),
  }),
  readable('does-not-hold', 'no line has the answer', 'has answered_at', {
    logs: log({ retry_num: 4 }),
    queues: seen([queue]),
  }),
  readable('does-not-hold', 'the queue hides its jobs', 'nothing shows that this account sees its jobs', {
    logs: log({ retry_num: 4, answered_at: 10 }),
    queues: seen([{ ...queue, visibility: 'unknown' }]),
  }),
  readable('does-not-hold', 'a table without the column', 'tables.deliveries gives no retry_num', {
    tables: tables([], [delivery(['at', 'answered_at'])]),
  }),
  readable('not-seen', 'no retry is in the log: perhaps none came', 'either no retry came', {
    logs: log({ answered_at: 10 }),
    queues: seen([queue]),
  }),
  readable('not-seen', 'the queue is down', 'jobs: connection refused', {
    logs: log({ retry_num: 4, answered_at: 10 }),
    queues: seen([{ ...queue, fault: 'connection refused' }]),
  }),
  readable('not-seen', 'a table that is empty', 'gave no row', { tables: tables([], [delivery(undefined)]) }),

  signed('holds', 'clean code and a clean log', /no value like a token in 100 lines/, { code: code([]), logs: log() }),
  signed('does-not-hold', 'a finding', 'app.ts:7 signature-over-parsed-body', {
    code: code(['signature-over-parsed-body']),
    logs: log(),
  }),
  signed('does-not-hold', 'a token in the log', '3 lines with a token in req.headers.authorization', {
    code: code([]),
    logs: log({}, { exposed: [{ field: 'req.headers.authorization', what: 'token', count: 3 }] }),
  }),
  signed('does-not-hold', 'a drill got through', 'future-signature was unsafe on 2026-11-20', {
    ...{ code: code([]), logs: log() },
    drill: drill({ 'future-signature': 'unsafe' }),
  }),
  signed('not-seen', 'no receiver in the code', 'no receiver for Slack was found in 9 files', {
    code: code([], { receivers: 0 }),
    logs: log(),
  }),
  signed('not-seen', 'a file that nobody could read', '1 file could not be read', {
    code: code([], { skipped: ['a.ts: broken'] }),
    logs: log(),
  }),
  signed('not-seen', 'a log that was not read whole', 'app.log could not be read whole', {
    code: code([]),
    logs: log({}, { readable: false }),
  }),

  durable('holds', 'clean code, fast answers, rows', 'within 900 ms', {
    ...{ code: code([]), schema: schema(), figures: figures([answered(900)]) },
  }),
  durable('does-not-hold', 'slow answers', 'within 3400 ms, and Slack waits 3000 ms', {
    ...{ code: code([]), schema: schema(), figures: figures([answered(3400)]) },
  }),
  durable('does-not-hold', 'work that only memory keeps', 'work-after-ack-not-durable', {
    ...{ code: code(['work-after-ack-not-durable']), schema: schema(), figures: figures([answered(900)]) },
  }),
  durable('not-seen', 'code whose silence proves no registration', 'which does not prove it', {
    code: code([]),
    figures: figures([answered(900)]),
  }),
  durable('does-not-hold', 'slow answers by the log of the proxy', 'within 3400 ms', {
    ...{ code: code([]), schema: schema(), figures: figures([answered(3400, 'by request lines p99')]) },
  }),
  durable('not-seen', 'slow requests of which nobody knows whose they are', 'which of these routes a sender uses', {
    ...{ code: code([], { receivers: 0 }), schema: schema(), figures: figures([answered(9000, 'POST /login p99')]) },
  }),
  durable('not-seen', 'nobody timed an answer', 'no delivery has both', {
    ...{ code: code([], { receivers: 0 }), schema: schema() },
    figures: figures([{ id: 'answer-time', source: 'log', gap: 'no delivery has both at and answered_at' }]),
  }),

  inbound('holds', 'the schema is whole and used', 'unique (event_id, workspace_id, provider)', { schema: schema() }),
  inbound('holds', 'an own table', 'unique index on some_table (event_id)', {
    tables: tables([keyed('events', 'yes')]),
  }),
  inbound('does-not-hold', 'the index of the schema is gone', 'inbound_events_key is missing', {
    schema: schema({ differences: broken('inbound_events') }),
  }),
  inbound('does-not-hold', 'an own table without one, beside a whole schema', 'no unique index on some_table', {
    schema: schema(),
    tables: tables([keyed('events', 'no')]),
  }),
  inbound('does-not-hold', 'one over some rows', 'over some of the rows only', {
    tables: tables([keyed('events', 'partly')]),
  }),
  inbound('not-seen', 'a schema that nobody writes', 'nobody writes it', { schema: schema({ holds: unused }) }),
  inbound('not-seen', 'another index is missing', 'nobody writes it', {
    schema: schema({ holds: unused, differences: broken('tasks') }),
  }),

  inserted('holds', 'the row is the job', 'is its job', { schema: schema() }),
  inserted('holds', 'drilled', 'concurrent-delivery safe on 2026-11-20', {
    drill: drill(safe(['same-event-twice', 'concurrent-delivery'])),
  }),
  inserted('does-not-hold', 'a job table without a key', 'no unique index on some_table', {
    schema: schema(),
    tables: tables([keyed('jobs', 'no')]),
  }),
  inserted('not-seen', 'a job table of which nobody can tell', 'some_table: its event stands in JSON', {
    tables: seen({
      keyed: [],
      keyless: [{ name: 'some_table', role: 'jobs', why: 'its event stands in JSON' }],
      selects: [],
    }),
  }),
  inserted('not-seen', 'tables of other things only', 'no table of the configuration holds jobs', {
    tables: tables([], [delivery(['at'])]),
  }),
  inserted('not-seen', 'tables that nobody described', 'no table looks like jobs', { tables: tables([]) }),
  inserted('does-not-hold', 'an enqueue apart', 'enqueue-outside-transaction', {
    code: code(['enqueue-outside-transaction']),
  }),
  inserted('not-seen', 'code without a finding', 'which does not prove it', { code: code([]) }),
];
