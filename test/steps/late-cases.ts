// The last six steps: what makes each hold, what speaks against it, and what leaves it unseen although something was looked at.
import { figureIds } from '../../src/model/figures.ts';
import { type Case, of } from './case.ts';
import { code, drill, figures, keyed, log, schema, seen, tables, unused } from './checkups.ts';

const effect = of('unique-effect-key');
const errors = of('errors-in-classes');
const counted = of('consumers-counted');
const own = of('own-messages-filtered');
const drilled = of('failures-drilled');
const watched = of('figures-watched');

const consumer = { instanceId: 'a', role: 'worker', deploymentVersion: '1', filterVersion: 'f' };
const token = { token: 'SLACK_BOT_TOKEN', app: 'A1', workspace: 'T1' };
const repeats = ['same-event-twice', 'concurrent-delivery', 'retry-with-headers', 'late-retry'];
const failures = ['timeout-after-success', 'permanent-error', 'worker-killed-after-create', 'database-gone'];
const safe = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'safe' as const]));
const ten = figureIds.map((id) => ({ id, source: 'log', values: [{ name: 'p50', value: 1, unit: 'count' as const }] }));

export const lateCases: readonly Case[] = [
  effect('holds', 'the schema', 'unique (source_event_key, workspace_id)', { schema: schema() }),
  effect('holds', 'a target that refuses', 'is refused', {
    targets: seen([{ name: 'linear', fault: undefined, repeat: 'a second object under one id is refused' }]),
  }),
  effect('does-not-hold', 'an own table without one', 'no unique index', { tables: tables([keyed('records', 'no')]) }),
  effect('does-not-hold', 'a create without a key', 'unkeyed-side-effect', { code: code(['unkeyed-side-effect']) }),
  effect('not-seen', 'a target that makes a second object', 'makes a second object of a repeat', {
    targets: seen([{ name: 'jira', fault: undefined, repeat: undefined }]),
  }),
  effect('not-seen', 'events are written and effects are not', 'nobody writes it', {
    schema: schema({ holds: { ...unused, events: true } }),
  }),

  errors('holds', 'drilled', 'permanent-error safe', {
    drill: drill(safe(['permanent-error', 'timeout-after-success'])),
  }),
  errors('holds', 'the ledger', 'keeps refused, unknown and dead apart', { schema: schema() }),
  errors('does-not-hold', 'a create that is repeated blindly', 'blind-retry-after-timeout', {
    ...{ code: code(['blind-retry-after-timeout']), schema: schema() },
  }),
  errors('not-seen', 'half of it was drilled', 'no result of timeout-after-success', {
    drill: drill(safe(['permanent-error'])),
  }),

  counted('holds', 'all three are counted', '1 consumer live', {
    ...{ schema: schema({ consumers: [consumer] }), code: code([]) },
    slack: seen({ installations: [token], faults: [], authorized: ['T1'] }),
  }),
  counted('does-not-hold', 'two versions of one role', 'as worker in 2 versions: 1, 2', {
    schema: schema({ consumers: [consumer, { ...consumer, instanceId: 'b', deploymentVersion: '2' }] }),
  }),
  counted('does-not-hold', 'two apps in one workspace', 'T1 has A1 and A2', {
    slack: seen({ installations: [token, { ...token, token: 'OTHER', app: 'A2' }], faults: [], authorized: undefined }),
  }),
  counted('does-not-hold', 'one trigger twice', 'duplicate-live-trigger', { code: code(['duplicate-live-trigger']) }),
  counted('not-seen', 'two of three', 'not configured', { logs: log({ instance_id: 9 }), code: code([]) }),

  own('holds', 'the code', 'missing-own-bot-filter found nothing in 2 creates', { code: code([]) }),
  own('does-not-hold', 'it answers itself', 'missing-own-bot-filter', { code: code(['missing-own-bot-filter']) }),
  own('does-not-hold', 'a drill made a task of an edit', 'own-bot-edit was unsafe', {
    ...{ code: code([]), drill: drill({ 'own-bot-edit': 'unsafe' }) },
  }),
  own('not-seen', 'nothing is made by what could be followed', 'no create behind a handler', {
    code: code([], { creates: 0 }),
  }),

  drilled('holds', 'all of them, lately', 'late-retry safe on 2026-11-20', {
    drill: drill(safe([...repeats, ...failures])),
  }),
  drilled('does-not-hold', 'one is unsafe', 'late-retry was unsafe on 2026-11-20: counted', {
    drill: drill({ ...safe([...repeats, ...failures]), 'late-retry': 'unsafe' }),
  }),
  drilled('not-seen', 'a failure was never played', 'no result of database-gone', {
    drill: drill(safe([...repeats, ...failures.slice(0, 3)])),
  }),
  drilled('not-seen', 'it is long ago', /stale: .*late-retry of 2026-10-01.*older than 30 days/, {
    drill: drill(safe([...repeats, ...failures]), '2026-10-01T10:00:00Z'),
  }),

  watched('holds', 'all ten', 'p50 1', { figures: figures(ten) }),
  watched('does-not-hold', 'what is unknown stands', 'unknown now: 2, and nobody has settled them', {
    figures: figures([
      ...ten.filter(({ id }) => id !== 'unknown-operations'),
      { id: 'unknown-operations', source: 'database', values: [{ name: 'unknown now', value: 2, unit: 'count' }] },
    ]),
  }),
  watched('not-seen', 'one is not kept', 'no line names its instance', {
    figures: figures([
      ...ten.filter(({ id }) => id !== 'instances'),
      { id: 'instances', source: 'log', gap: 'no line names its instance' },
    ]),
  }),
];
