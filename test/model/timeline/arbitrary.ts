// Random evidence: any statement that the schemas allow, and whole logs in which every thing has one truth.
import * as fc from 'fast-check';
import type { Observation } from '../../../src/model/fact.ts';
import { type FactKind, factFields, factKinds } from '../../../src/model/fact-fields.ts';
import { at, told } from './told.ts';

/** Few values, so that statements meet: every one that a field's schema takes is a value for it. */
const pool: readonly unknown[] = [
  'a',
  'b',
  '1',
  'Ev1',
  'Ev2',
  'C1',
  'slack:C1:1793610900.000100',
  '1793610900.000100',
  'app_mention',
  'message',
  'q/1',
  'http_timeout',
  'k#x',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  true,
  0,
  1,
  2,
  3020,
  ...[0, 1, 80, 3020, 4200, 60_000].map((ms) => new Date(at(ms)).toISOString()),
];

function valuesOf(kind: FactKind, name: string): unknown[] {
  const parse = (value: unknown) => factFields[kind].safeParse({ [name]: value });
  const words = parse({}).error?.issues.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : [])) ?? [];
  return [...words, ...pool].flatMap((value) => {
    const { success, data } = parse(value);
    return success ? [(data as Record<string, unknown>)[name]] : [];
  });
}

const statementOf = Object.fromEntries(
  factKinds.map((kind) => {
    const names = Object.keys(factFields[kind].shape);
    const fields = Object.fromEntries(names.map((name) => [name, fc.constantFrom(...valuesOf(kind, name))]));
    return [kind, fc.record(fields, { requiredKeys: [] })];
  }),
);

const place = fc.record({
  source: fc.constantFrom('log', 'database'),
  where: fc.constantFrom(...Array.from({ length: 40 }, (_, i) => `app.log:${i}`)),
  clock: fc.constantFrom('app-1', 'app-2', 'database'),
});

/** Any mixture of partial fields. */
export const statements: fc.Arbitrary<Observation[]> = fc.array(
  fc.constantFrom(...factKinds).chain((kind) => {
    const fields = statementOf[kind] ?? fc.constant({});
    return fc.tuple(fields, place).map(([own, where]) => told(kind, own, where));
  }),
  { maxLength: 25 },
);

/** One thing that happened: its identity, and everything else that is true of it. */
export interface Happened {
  readonly kind: FactKind;
  readonly identity: Record<string, unknown>;
  readonly rest: Record<string, unknown>;
}

/** A world in which every thing has an identity, a beginning of its own and one value per field. */
export const worlds: fc.Arbitrary<Happened[]> = fc
  .record({
    deliveries: fc.integer({ min: 1, max: 3 }),
    makers: fc.array(fc.nat(11), { maxLength: 6 }),
    late: fc.boolean(),
    pauses: fc.array(fc.nat(900), { minLength: 1, maxLength: 9 }),
  })
  .map(({ deliveries, makers, late, pauses }) => {
    let [clock, step] = [0, 0];
    const moment = () => {
      clock += 1 + (pauses[step++ % pauses.length] ?? 0);
      return at(clock);
    };
    const message = { channel: 'C1', ts: '1793610900.000100' };
    const world: Happened[] = [];
    for (let i = 0; i < deliveries; i++) {
      const event = { event_id: i === 2 ? 'Ev2' : 'Ev1', event_type: i === 2 ? 'message' : 'app_mention', ...message };
      clock += late ? 3000 : 0;
      const at0 = moment();
      const retry = i === 1 ? { retry_num: 1, retry_reason: 'http_timeout' } : {};
      const told = { ...event, ...retry, at: at0, answered_at: at0 + (late ? 4200 : 40), request_id: `q${i}` };
      world.push({ kind: 'delivery', identity: { delivery_id: `d${i}` }, rest: told });
      const run = { ...event, delivery_id: `d${i}`, at: moment(), finished_at: at(clock + 3600) };
      world.push({ kind: 'run', identity: { run_id: `r${i}` }, rest: run });
    }
    for (const [i, choice] of makers.entries()) world.push(...makes(i, choice, `r${choice % deliveries}`, moment));
    return world;
  });

/** A record of a run, a call that vouches for one, or an attempt that made one and failed. */
function makes(i: number, choice: number, run_id: string, moment: () => number): Happened[] {
  const record = { kind: 'record', identity: { target: 'jira', record_id: `OPS-${i}` } } as const;
  if (choice < 4) return [{ ...record, rest: { run_id, at: moment(), created_by: 'app' } }];
  if (choice < 7) {
    const answer = { operation: 'create', outcome: 'done', result_id: `OPS-${i}` };
    return [
      { kind: 'call', identity: { call_id: `c${i}` }, rest: { run_id, target: 'jira', ...answer, at: moment() } },
    ];
  }
  const attempt = { queue: 'q', job_id: `${choice % 3}`, attempt: i };
  const [begun, made, ended] = [moment(), moment(), moment()];
  return [
    { kind: 'attempt', identity: attempt, rest: { event_id: 'Ev1', at: begun, finished_at: ended, outcome: 'failed' } },
    { ...record, rest: { ...attempt, at: made } },
  ];
}

/** The world on one line for each thing, or each over several, every one with the identity. */
export function linesOf(world: readonly Happened[], cuts: readonly number[] = []): Observation[] {
  return world.flatMap(({ kind, identity, rest }, i) => {
    const parts: Record<string, unknown>[] = [{}];
    Object.entries(rest).forEach(([name, value], at) => {
      const part = (cuts[(i + at) % Math.max(1, cuts.length)] ?? 0) % 3;
      while (parts.length <= part) parts.push({});
      Object.assign(parts[part] as object, { [name]: value });
    });
    return parts.map((part) => told(kind, { ...identity, ...part }));
  });
}
