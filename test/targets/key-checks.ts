// What every adapter has to do with keys of which a system may think otherwise: found by itself, or not sent.
import { expect } from 'vitest';
import type { Created, Found, Target } from '../../src/model/target.ts';
import type { Stage } from './conformance.ts';

/** Signs that mean something to a filter, a query, an address, a header or a text. */
const oddKeys = [
  'a|b',
  '~a',
  '=a',
  '!*',
  '*',
  '.',
  '..',
  'a b',
  'a,b',
  'a&b=c',
  'a/b',
  '100%',
  "o'q",
  '"q"',
  'a\\b',
  '{key}',
  'a -->',
  'ключ',
];

export const keyChecks = (
  create: (stage: Stage, key: string) => Promise<Created>,
  look: (target: Target, key: string) => Promise<Found>,
) => ({
  'a key that is sent is found by itself, and one that could not be is not sent': async (stage: Stage) => {
    for (const odd of oddKeys) {
      const created = await create(stage, odd);
      const why = JSON.stringify(odd);
      if (created.outcome === 'refused') {
        expect(created, why).toMatchObject({ reason: 'key_not_searchable', temporary: false });
        expect(await stage.count(odd), why).toBe(0);
        continue;
      }
      const found = await look(stage.target, odd);
      expect(created, why).toMatchObject({ outcome: 'done' });
      expect(found, why).toMatchObject({
        answer: 'found',
        records: [{ key: odd, id: created.outcome === 'done' && created.id }],
      });
      expect(found.answer === 'found' && found.records, why).toHaveLength(1);
    }
  },
  'a key that systems trim or break is not sent': async (stage: Stage) => {
    for (const odd of [' k', 'k\u00a0', 'two\nlines', 'nul\0', '\u001b[31m'])
      expect(await create(stage, odd), JSON.stringify(odd)).toEqual({
        outcome: 'refused',
        reason: 'key_not_searchable',
        temporary: false,
      });
  },
});
