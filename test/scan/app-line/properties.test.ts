// Field order, nesting and fields that nobody knows change nothing.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noFieldMap } from '../../../src/model/field-map.ts';
import { readAppLine } from '../../../src/scan/app-line/app-line.ts';

const facts = {
  time: 1795981037034,
  event_id: 'Ev1',
  'x-slack-retry-num': '1',
  'x-slack-retry-reason': 'http_timeout',
  request_id: '3f0c1a52-5a54-4f6e',
  channel: 'C07HELP',
  correlation_id: 'c-1',
};
const own = ['time'];
const spellings: Readonly<Record<string, readonly string[]>> = {
  event_id: ['event_id', 'eventId', 'event-id', 'EVENT_ID'],
  request_id: ['request_id', 'requestId', 'x-request-id', 'X-Request-Id'],
  correlation_id: ['correlation_id', 'correlationId', 'x-correlation-id'],
};

const places = fc.array(
  fc.constantFrom('context', 'ctx', 'extra', 'body', 'payload', 'headers', 'slack', 'event', 'req', 'request'),
  { maxLength: 3 },
);
const unknown = fc.dictionary(
  fc
    .string()
    .filter((name) => /^[a-z]{3,12}$/.test(name))
    .map((name) => `zz${name}`),
  fc.oneof(fc.string(), fc.integer(), fc.constant({ event_id: 'EvOTHER', text: 'Ev1' }), fc.constant(null)),
);

it('reads the same from any order, any nesting and beside anything', () => {
  const expected = readAppLine(facts, noFieldMap);
  expect(expected).toHaveLength(1);
  const names = Object.keys(facts) as (keyof typeof facts)[];
  const placed = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.tuple(places, fc.constantFrom(...(spellings[name] ?? [name])))])),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: names.length }), placed, unknown, (order, where, more) => {
      const line: Record<string, unknown> = { ...more };
      for (const name of order) {
        const [path, spelling] = where[name] ?? [[], name];
        put(line, own.includes(name) ? [] : path, spelling, facts[name]);
      }
      expect(readAppLine(line, noFieldMap)).toEqual(expected);
    }),
  );
});

it('survives any JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (line) => {
      for (const { kind } of readAppLine(line as Record<string, unknown>, noFieldMap))
        expect(kind).toBeTypeOf('string');
    }),
  );
});

function put(line: Record<string, unknown>, path: readonly string[], name: string, value: unknown): void {
  let at = line;
  for (const step of path) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  at[name] = value;
}
