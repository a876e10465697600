// Does a second object count whose line a container's runtime cut in two, for one event and for all?
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { logOf, sweptLog, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 20, 19, 37, 17);
const stamp = (ms: number) => new Date(start + ms).toISOString().replace('Z', '000000Z');
const delivery = JSON.stringify({
  dedupe: 'delivery',
  at: start,
  delivery_id: 'd1',
  event_id: 'Ev1',
  answered_at: start + 100,
  status: 200,
});
const record = (ms: number, record_id: string) =>
  JSON.stringify({ dedupe: 'record', at: start + ms, target: 'jira', record_id, event_id: 'Ev1', delivery_id: 'd1' });

const cri = (ms: number, flag: string, text: string) => `${stamp(ms)} stdout ${flag} ${text}`;
const docker = (ms: number, log: string) => JSON.stringify({ log, stream: 'stdout', time: stamp(ms) });
const [left, right] = [record(2200, 'OPS-2').slice(0, 70), record(2200, 'OPS-2').slice(70)];
const runtimes: [name: string, lines: string[]][] = [
  [
    'containerd',
    [cri(0, 'F', delivery), cri(1000, 'F', record(1000, 'OPS-1')), cri(2200, 'P', left), cri(2200, 'F', right)],
  ],
  [
    'Docker',
    [
      docker(0, `${delivery}\n`),
      docker(1000, `${record(1000, 'OPS-1')}\n`),
      docker(2200, left),
      docker(2200, `${right}\n`),
    ],
  ],
];

async function swept(file: string): Promise<number> {
  return (await sweptLog(file)).filter(({ kind }) => kind === 'record').length;
}

it.each(runtimes)('by %s, plain and zipped', async (_, lines) => {
  const file = logOf(lines);
  const zipped = logOf([]);
  writeFileSync(zipped, gzipSync(readFileSync(file)));
  for (const path of [file, zipped]) {
    const { document } = await tracedLog('Ev1', path);
    expect(document).toMatchObject({ verdict: 'duplicate', records: [{ id: 'OPS-1' }, { id: 'OPS-2' }] });
    expect(document.facts.at(-1)?.witnesses).toMatchObject([{ where: 'app.log:4' }]);
    expect(await swept(path)).toBe(2);
  }
});

const plain = Array.from({ length: 1200 }, (_, i) => ({
  level: 'info',
  msg: 'nothing of interest',
  number: i,
  pad: 'x'.repeat(900),
}));
const others: [name: string, before: string[]][] = [
  ['plain lines', plain.map((line) => JSON.stringify(line))],
  ['lines of containerd', plain.map((line) => cri(0, 'F', JSON.stringify(line)))],
  ['lines of Docker', plain.map((line) => docker(0, `${JSON.stringify(line)}\n`))],
];

it.each(
  runtimes.flatMap(([runtime, lines]) => others.map(([other, before]) => [runtime, other, before, lines] as const)),
)('by %s behind a megabyte of %s', async (_, __, before, lines) => {
  const file = logOf([...before, ...lines]);
  const { document } = await tracedLog('Ev1', file);
  expect(document).toMatchObject({ verdict: 'duplicate', records: [{ id: 'OPS-1' }, { id: 'OPS-2' }] });
  expect(await swept(file)).toBe(2);
});
