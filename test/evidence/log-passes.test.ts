// How often is a log read, and does it matter for the answer which of several logs is read first?
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { collect } from '../../src/evidence/collect.ts';
import { logSource } from '../../src/evidence/log.ts';
import { LogBytes } from '../../src/scan/log-bytes.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { folderWith } from '../scan/log-folder.ts';

const { signal } = new AbortController();
const start = 1793610900000;
const fact = (dedupe: string, ms: number, fields: object) => JSON.stringify({ dedupe, at: start + ms, ...fields });
const noise = `${JSON.stringify({ level: 30, time: start, msg: 'hello' })}\n`;

const story = [
  fact('delivery', 0, { event_id: 'Ev0A1B2C3', request_id: 'req-7f3a91', retry_num: 0 }),
  fact('delivery', 1, { request_id: 'req-7f3a91', answered_at: start + 4200, status: 200 }),
  fact('run', 10, { event_id: 'Ev0A1B2C3', run_id: 'run-55e1', instance_id: 'pod-a-61c2' }),
  fact('record', 20, { run_id: 'run-55e1', target: 'tasks', record_id: 'OPS-4711' }),
  fact('call', 30, { target: 'tasks', result_id: 'OPS-4711', operation: 'update', call_id: 'call-9d2f' }),
  fact('lifecycle', -900, { instance_id: 'pod-a-61c2', what: 'start' }),
  fact('run', 40, { run_id: 'run-other', event_id: 'Ev0ZZZZZZ' }),
];

async function read(files: Readonly<Record<string, string>>) {
  const source = logSource(await findLogFiles(['.'], folderWith(files)));
  const asked = [{ type: 'event_id', value: 'Ev0A1B2C3' } as const];
  try {
    const { observations } = await collect([source], asked, { signal });
    return observations.map(({ kind, fields }) => JSON.stringify({ kind, fields })).sort();
  } finally {
    await source.close();
  }
}

afterEach(() => vi.restoreAllMocks());

it('however a story is spread over logs of any size, it is found whole', async () => {
  const whole = await read({ 'app.log': story.join('\n') });
  expect(whole).toHaveLength(6);
  const spread = fc.record({
    order: fc.shuffledSubarray(story, { minLength: story.length }),
    places: fc.array(fc.nat(2), { minLength: story.length, maxLength: story.length }),
    sizes: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)),
  });
  await fc.assert(
    fc.asyncProperty(spread, async ({ order, places, sizes }) => {
      const files = sizes.map(
        (size, file) => noise.repeat(size) + order.filter((_, i) => places[i] === file).join('\n'),
      );
      expect(await read(Object.fromEntries(files.map((text, i) => [`${i}.log`, text])))).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

it('a large log beside a small one that tells the story is read once', async () => {
  const passes = vi.spyOn(LogBytes.prototype, 'chunks');
  const large = noise.repeat(100) + story[1];
  const small = story.filter((_, i) => i !== 1 && i !== 5).join('\n');
  // The large one comes first by its name.
  expect(await read({ 'access.log': large, 'app.log': small })).toHaveLength(5);
  const counts = new Map<unknown, number>();
  for (const one of passes.mock.contexts) counts.set(one, (counts.get(one) ?? 0) + 1);
  expect([...counts.values()].at(-1)).toBe(1);
  expect(counts.size).toBe(2);
});

it('what a line leads to is looked for in the pass that met it', async () => {
  const passes = vi.spyOn(LogBytes.prototype, 'chunks');
  await read({ 'app.log': `${story.slice(0, 5).join('\n')}\n${noise.repeat(100)}` });
  // The second pass looks before these lines only, for what they named.
  expect(passes).toHaveBeenCalledTimes(2);
});
