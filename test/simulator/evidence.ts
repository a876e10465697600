// What a trace gets to read: the lines of the story without what is missing, among the lines of other events.
import { type Case, worldOf } from './draw.ts';
import type { FaultName } from './faults.ts';
import type { Line } from './journal.ts';
import { without } from './sources.ts';
import { simulate, start } from './system.ts';
import { offsetsOf, type Truth } from './truth.ts';
import type { World } from './world.ts';

export interface Log {
  readonly file: string;
  readonly text: string;
}

const hour = 3_600_000;

export function evidenceOf(drawn: Case, { simulated }: Truth): Log[] {
  const others = [-2 * hour, -7_000, 61_000, 11 * 60_000, 40 * hour].slice(0, 2 + drawn.noise);
  const edges = new Set([-2 * hour, 40 * hour, ...others]);
  const noise = [...edges].flatMap((after, i) => otherEvent(drawn, after, i + 1));
  const all = without([...simulated.lines, ...noise], drawn.hidden);
  const files = new Map<string, Line[]>();
  for (const line of all.toSorted((a, b) => a.at - b.at)) files.set(line.file, [...(files.get(line.file) ?? []), line]);
  return [...files].map(([file, lines]) => ({
    file,
    text: lines.map(({ fields }) => `${JSON.stringify(fields)}\n`).join(''),
  }));
}

/** Another event of the same system, on a day when all went well. */
function otherEvent(drawn: Case, after: number, n: number): Line[] {
  const quiet = { ...drawn, names: drawn.names.filter((name) => harmless.has(name)), seed: drawn.seed + n };
  const plain = worldOf(quiet);
  const world: World = {
    ...plain,
    acts: plain.acts
      .slice(0, 1)
      .map((act) => ({ ...act, kind: plain.provider === 'slack' ? 'message' : 'issue', thing: 9 + n })),
  };
  const setting = { tag: 'N'.repeat(n), begins: start + after, offsets: offsetsOf(drawn) };
  // What lives on is told once, by the story itself.
  return simulate(world, setting).lines.filter(({ kind }) => kind !== 'lifecycle');
}

const harmless: ReadonlySet<FaultName> = new Set([
  'github',
  'socket',
  'inQueue',
  'twoInstances',
  'edge',
  'marksStripped',
  'marksStrippedUnseen',
]);
