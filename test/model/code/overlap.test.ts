// Are all two that fit one payload found, in order, however many there are?
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOfWanted, overlaps } from '../../../src/model/code/overlap.ts';
import type { Listener, SlackApp } from '../../../src/model/code/slack-app.ts';
import type { Wanted } from '../../../src/model/code/wanted.ts';

const text = (value: string): Wanted => ({ is: 'text', value });
const regex = (source: string, flags = '') => ({ is: 'regex', source, flags }) as Wanted;
const app = {} as SlackApp;

function listener(kind: string, wanted?: Wanted, more: object = {}): Listener {
  return { kind, wanted, app, extras: [], ...more } as unknown as Listener;
}

/** Each with each, by what Bolt does. */
function oneByOne(listeners: readonly Listener[]): [number, number][] {
  return listeners.flatMap((later, j) =>
    listeners.slice(0, j).flatMap((earlier, i): [number, number][] => (meet(earlier, later) ? [[i, j]] : [])),
  );
}

function meet(a: Listener, b: Listener): boolean {
  const [x, y] = [a.wanted, b.wanted];
  const isMessage = ({ kind }: Listener) => kind === 'message' || kind === 'event';
  const hearsAll = (one: Listener) => one.kind === 'event' || one.wanted === undefined;
  if (isMessage(a) !== isMessage(b) || (!isMessage(a) && a.kind !== b.kind)) return false;
  if (isMessage(a) && hearsAll(a) && hearsAll(b)) return a.kind !== b.kind;
  if (isMessage(a) && (hearsAll(a) || hearsAll(b))) return true;
  if (x?.is === 'text' && y?.is === 'text')
    return isMessage(a) && x.value !== y.value && (x.value.includes(y.value) || y.value.includes(x.value));
  const fits = (one?: Wanted, other?: Wanted) =>
    one?.is === 'regex' && other?.is === 'text' && new RegExp(one.source).test(other.value);
  return fits(x, y) || fits(y, x);
}

const words = fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'aba', 'bab').map(text);
const patterns = fc.constantFrom('a', '^b', 'ba').map((source) => regex(source));
const drawn = fc.oneof(
  fc.record({ kind: fc.constantFrom('message', 'command', 'action'), wanted: fc.oneof(words, patterns) }),
  fc.constantFrom({ kind: 'message', wanted: undefined }, { kind: 'event', wanted: text('message') }),
);

test('the same are found as by comparing each with each, in the same order', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 12 }), (all) => {
      const listeners = all.map(({ kind, wanted }) => listener(kind, wanted));
      expect(overlaps(listeners).map(({ earlier, later }) => [earlier, later])).toEqual(oneByOne(listeners));
    }),
    { numRuns: 500 },
  );
});

test('listeners of two apps never meet', () => {
  expect(overlaps([listener('message', text('a')), listener('message', undefined, { app: {} })])).toEqual([]);
});

test('what cannot be seen, and a middleware that may leave some out, meets nothing', () => {
  const computed: Wanted = { is: 'computed' };
  const extras = [{ form: 'name' }];
  const all = [
    listener('message'),
    listener('message', computed),
    listener('message', text('a'), { extras }),
    listener('message', regex('(')),
  ];
  expect(overlaps(all).map(({ both }) => both)).toEqual(['a message that fits /(/']);
});

test.each([
  ['patterns', (i: number) => listener('message', regex(`do${i}$`))],
  ['texts', (i: number) => listener('message', text(`<do ${i}>`))],
  ['commands', (i: number) => listener('command', text(`/c${i}`))],
])('thirty thousand %s are not compared each with each', (_, make) => {
  const many = Array.from({ length: 30_000 }, (_, i) => make(i));
  const begun = process.cpuUsage();
  expect(overlaps(many)).toEqual([]);
  // Each with each would be 450 million pairs, which take over ten seconds.
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(3_000);
});

test('fields are one in whatever order they stand, and a computed one is like no other', () => {
  const fields = (all: Record<string, Wanted>): Wanted => ({ is: 'fields', fields: all });
  const one = nameOfWanted(fields({ a: text('x'), b: regex('y', 'i') }));
  expect(one).toBe(nameOfWanted(fields({ b: regex('y', 'i'), a: text('x') })));
  expect(one).not.toBe(nameOfWanted(fields({ a: text('x'), b: regex('y') })));
  expect(nameOfWanted(text('["x",""]'))).not.toBe(nameOfWanted(regex('x')));
  for (const none of [fields({}), fields({ a: { is: 'computed' } }), undefined])
    expect(nameOfWanted(none)).toBeUndefined();
});
