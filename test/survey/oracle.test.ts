// Does a sweep by bytes find what parsing every line finds? Random logs, written in many ways; also when all hashes collide.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { LogLines } from '../../src/evidence/log-lines.ts';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import { withSubject } from '../../src/evidence/subject.ts';
import type { Observation } from '../../src/model/fact.ts';
import { noFieldMap } from '../../src/model/field-map.ts';
import { toIso } from '../../src/model/instant.ts';
import type { Source } from '../../src/model/source.ts';
import { buildTimeline } from '../../src/model/timeline/build.ts';
import { duplicatedEffects } from '../../src/model/timeline/duplicates.ts';
import { identifiersOf } from '../../src/model/timeline/identifiers.ts';
import { partition } from '../../src/model/timeline/partition.ts';
import { providerOf } from '../../src/providers/index.ts';
import { tempFolder } from '../evidence/traced.ts';
import { at } from '../model/timeline/told.ts';
import { scanned } from './scanned.ts';

/** How loggers and collectors write one and the same object. */
const writings: readonly ((fields: Record<string, unknown>) => string)[] = [
  (fields) => JSON.stringify(fields),
  (fields) => JSON.stringify({ level: 30, time: at(0), nested: { event_id: 'EvInside', record_id: 'x' }, ...fields }),
  (fields) => `app-1 | ${JSON.stringify(fields)}`,
  (fields) => JSON.stringify({ log: `${JSON.stringify(fields)}\n`, stream: 'stdout', time: toIso(at(0)) }),
  (fields) => JSON.stringify(fields).replaceAll(':', ' : ').replaceAll(' : ', ': ').replace(/,"/g, ' , "'),
  (fields) => JSON.stringify(fields).replace('"Ev', '"\\u0045v'),
  (fields) => JSON.stringify(Object.fromEntries(Object.entries(fields).reverse())),
];

interface Drawn {
  readonly event: number;
  readonly sibling: boolean;
  readonly deliveries: number;
  readonly records: readonly number[];
  readonly by: 'event' | 'delivery' | 'run' | 'call' | 'job';
  readonly action: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  event: fc.nat(400),
  sibling: fc.boolean(),
  deliveries: fc.integer({ min: 1, max: 3 }),
  records: fc.array(fc.nat(3), { maxLength: 3 }),
  by: fc.constantFrom('event', 'delivery', 'run', 'call', 'job'),
  action: fc.boolean(),
});

function factsOf({ event, sibling, deliveries, records, by, action }: Drawn): Record<string, unknown>[] {
  const message = { channel: 'C1', ts: `17936${String(event).padStart(5, '0')}.000100` };
  const lines: Record<string, unknown>[] = [];
  for (let i = 0; i < deliveries; i++) {
    const event_id = `Ev${event}${sibling && i > 0 ? 'S' : ''}`;
    const told = {
      at: toIso(at(event * 10 + i)),
      event_id,
      delivery_id: `d${event}-${i}`,
      request_id: `request-number-${event}-${i}`,
    };
    lines.push({ dedupe: 'delivery', ...told, ...(sibling ? message : {}), retry_num: i });
    lines.push({ dedupe: 'run', at: at(event * 10 + i), run_id: event * 10 + i, delivery_id: `d${event}-${i}` });
  }
  records.forEach((id, i) => {
    const of = i % deliveries;
    const made = { at: at(event * 10 + 5), target: action ? `target-${id}` : 'jira', record_id: `${event}-${id}` };
    const key = action ? { source_event_key: `k${event}#action-${id}` } : {};
    const job = { queue: 'q', job_id: event * 10 + of };
    if (by === 'event') lines.push({ dedupe: 'record', ...made, ...key, event_id: `Ev${event}` });
    if (by === 'delivery') lines.push({ dedupe: 'record', ...made, ...key, delivery_id: `d${event}-${of}` });
    if (by === 'run') lines.push({ dedupe: 'record', ...made, ...key, run_id: String(event * 10 + of) });
    if (by === 'call') {
      const call = { call_id: `c${event}-${i}`, run_id: event * 10 + of, target: made.target, operation: 'create' };
      lines.push({ dedupe: 'call', at: made.at, ...call });
      lines.push({ dedupe: 'call', ...call, finished_at: made.at, outcome: 'done', result_id: made.record_id });
    }
    if (by === 'job') {
      lines.push({ dedupe: 'job', at: made.at, ...job, delivery_id: `d${event}-${of}` });
      lines.push({ dedupe: 'attempt', at: made.at, ...job, attempt: 1, outcome: 'done' });
      lines.push({ dedupe: 'record', ...made, ...key, ...job, attempt: 1 });
    }
  });
  return lines;
}

const logs = fc
  .tuple(
    fc.uniqueArray(drawn, { maxLength: 12, selector: ({ event }) => event }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
  )
  .map(([events, choices]) => {
    const choose = (i: number, most: number) => (choices[i % choices.length] ?? 0) % most;
    const lines = events.flatMap(factsOf);
    // Events are under way at the same time; lines of one event keep their order.
    return lines
      .map((fields, i) => ({ fields, place: i + choose(i, 7) / 8 }))
      .toSorted((a, b) => a.place - b.place)
      .flatMap(({ fields }, i) => {
        const noise =
          choose(i + 1, 3) === 0 ? [JSON.stringify({ level: 30, time: at(0), msg: 'hello {"event_id":"Ev1"}' })] : [];
        return [...noise, (writings[choose(i, writings.length)] ?? JSON.stringify)(fields)];
      });
  });

/** Every line parsed, every story built: slow, and simple enough to be right. */
function duplicatesByParsing(lines: readonly string[]): string[] {
  const reader = new LogLines('log', 'app.log', noFieldMap);
  const observations = lines.flatMap((text, i) => reader.read(text, i + 1)).filter(({ isFactLine }) => isFactLine);
  return partition(observations.map(({ observation }) => withSubject(observation)))
    .filter((story) => isDuplicate(story))
    .map((story) => namesOf(story))
    .sort();
}

function isDuplicate(observations: readonly Observation[]): boolean {
  const asked = observations
    .flatMap(identifiersOf)
    .filter(({ type }) => !['record', 'record_id', 'url'].includes(type));
  const timeline = buildTimeline({ ref: '', asked, observations, gaps: [], coverage: [], providerOf });
  return duplicatedEffects(timeline).length > 0;
}

function namesOf(story: readonly Observation[]): string {
  return [...new Set(story.flatMap(({ fields }) => fields.event_id ?? []))].sort().join(' ');
}

async function duplicatesByScan(lines: readonly string[], bits: number): Promise<string[]> {
  const path = join(tempFolder(), 'app.log');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const files = [{ name: 'app.log', path }];
  const own = logSource(files);
  const source: Source = {
    ...own,
    sweep: async (query, signal, tell) => (await sweepLogs(files, noFieldMap, { ...query, bits }, signal, tell)).sweep,
  };
  const { document } = await scanned([source], { damage: true });
  const stories = new Map<string, Set<string>>();
  for (const { ref, event_id } of document.damage ?? []) {
    stories.set(ref, (stories.get(ref) ?? new Set()).add(event_id ?? '?'));
  }
  return [...stories.keys()].sort();
}

describe('a scan', () => {
  // With fewer bits two calls of one story can share a mark, which hides the second: at 48 bits nobody meets that.
  it.each([32, 7])('finds the duplicates that parsing finds, with %i bits of hash', async (bits) => {
    await fc.assert(
      fc.asyncProperty(logs, async (lines) => {
        const expected = duplicatesByParsing(lines);
        const found = await duplicatesByScan(lines, bits);
        // A story is named by the first of its events.
        expect(found).toHaveLength(expected.length);
        for (const ref of found) expect(expected.some((names) => names.split(' ').includes(ref))).toBe(true);
      }),
      bits === 32 ? { numRuns: 60 } : { numRuns: 60, seed: 11 },
    );
  });

  it('meets logs with duplicates and without', () => {
    const sizes = fc.sample(logs, { numRuns: 100, seed: 7 }).map((lines) => duplicatesByParsing(lines).length);
    expect(sizes.some((size) => size === 0)).toBe(true);
    expect(sizes.some((size) => size > 2)).toBe(true);
  });
});
