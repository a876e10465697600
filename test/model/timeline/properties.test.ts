// What holds for any evidence: a sound document, and one answer however the lines came.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causes } from '../../../src/causes/index.ts';
import { explain } from '../../../src/model/explain.ts';
import type { Observation } from '../../../src/model/fact.ts';
import { traceDocument } from '../../../src/model/trace-document.ts';
import { decide } from '../../../src/model/verdict.ts';
import { trace } from '../../../src/trace.ts';
import { linesOf, statements, worlds } from './arbitrary.ts';
import { at, shapeOf, timelineOf, told } from './told.ts';

const answerOf = (observations: readonly Observation[]) => {
  const timeline = timelineOf(observations);
  const { findings, refuted } = explain(timeline, causes);
  const { verdict, headline } = decide(timeline, findings[0]);
  return { ...shapeOf(timeline), findings: findings.map(({ finding }) => finding), refuted, verdict, headline };
};
const cuts = fc.array(fc.nat(), { minLength: 1, maxLength: 5 });

describe('any mixture of statements', () => {
  it('gives facts numbered 1..N, each witnessed, and links to parents that form a forest', () => {
    fc.assert(
      fc.property(statements, (observations) => {
        const { facts, links } = timelineOf(observations);
        expect(facts.map(({ n }) => n)).toEqual(facts.map((_, i) => i + 1));
        for (const { fields, origin, witnesses } of facts) {
          for (const [name, witness] of Object.entries(origin)) {
            expect(witnesses[witness]).toBeDefined();
            expect(name in fields).toBe(true);
          }
        }
        const parents = new Map(links.map(({ child, parent }) => [child, parent]));
        expect(parents.size).toBe(links.length);
        for (const { child } of links) {
          let [above, steps] = [parents.get(child), 0];
          for (; above !== undefined; above = parents.get(above)) {
            expect(facts[above - 1]).toBeDefined();
            expect(++steps).toBeLessThan(facts.length);
          }
        }
      }),
    );
  });

  it('puts every record into one effect, but for those that were there before or were only touched', () => {
    fc.assert(
      fc.property(statements, (observations) => {
        const { facts, effects, links } = timelineOf(observations);
        const counted = effects.flatMap(({ chains }) => chains.map(({ record }) => record.n));
        expect(new Set(counted).size).toBe(counted.length);
        for (const fact of facts) {
          if (fact.kind !== 'record' || counted.includes(fact.n)) continue;
          const parent = facts[(links.find(({ child }) => child === fact.n)?.parent ?? 0) - 1];
          const isTouched = parent?.kind === 'call' && ['find', 'update'].includes(parent.fields.operation ?? '');
          const made = fact.fields.created_at ?? fact.at;
          const isOlder = facts.some(
            ({ kind, at }) => kind === 'delivery' && at !== undefined && made !== undefined && made < at,
          );
          expect(isTouched || isOlder).toBe(true);
        }
      }),
    );
  });

  it('gives a document that its schema accepts, with findings that stand on facts', async () => {
    await fc.assert(
      fc.asyncProperty(statements, async (observations) => {
        fc.pre(observations.some(({ fields }) => fields.event_id === 'Ev1'));
        const evidence = { observations, gaps: [], coverage: [] };
        const source = {
          id: 'log',
          describe: () => '',
          wouldSettle: '',
          collect: async () => evidence,
          close: async () => {},
        };
        const refs = [{ text: 'Ev1', identifiers: [{ type: 'event_id', value: 'Ev1' }] as const }];
        const request = { refs, sources: [source], absent: [], since: undefined, until: undefined };
        const { document } = await trace({ ...request, signal: new AbortController().signal });
        expect(traceDocument.safeParse(document).error).toBeUndefined();
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
        for (const { facts } of [...document.findings, ...document.refuted]) {
          expect(facts.every((n) => document.facts[n - 1] !== undefined)).toBe(true);
        }
      }),
    );
  });
});

/** One source; every thing has an identity, a beginning that no other has, and one value in each field. */
describe('lines that tell one truth', () => {
  it('give one answer in any order', () => {
    fc.assert(
      fc.property(
        fc.tuple(worlds, cuts).chain(([world, cut]) => {
          const lines = linesOf(world, cut);
          return fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }));
        }),
        ([lines, shuffled]) => {
          expect(answerOf(shuffled)).toEqual(answerOf(lines));
        },
      ),
    );
  });

  it('give one answer however the fields are spread over them', () => {
    fc.assert(
      fc.property(worlds, cuts, (world, cut) => {
        expect(answerOf(linesOf(world, cut))).toEqual(answerOf(linesOf(world)));
      }),
    );
  });

  it('give one answer when some are written twice', () => {
    fc.assert(
      fc.property(
        worlds.chain((world) => fc.tuple(fc.constant(linesOf(world)), fc.subarray(linesOf(world)))),
        ([lines, again]) => {
          expect(answerOf([...lines, ...again])).toEqual(answerOf(lines));
        },
      ),
    );
  });

  it('give one answer among those of other events', () => {
    const strangers = worlds.map((world) =>
      linesOf(world).map(({ kind, fields }) => {
        const own = Object.entries(fields).map(([name, value]) => [name, foreign(name, value)]);
        return told(kind, Object.fromEntries(own));
      }),
    );
    fc.assert(
      fc.property(worlds, strangers, (world, others) => {
        const lines = linesOf(world);
        expect(answerOf([...others, ...lines])).toEqual(answerOf(lines));
      }),
    );
  });
});

const foreign = (name: string, value: unknown) => {
  if (name === 'ts') return '1793610999.000100';
  return /_id$/.test(name) ? `other-${value}` : value;
};

it('two witnesses give one answer, whichever of them is slower by some ms', () => {
  fc.assert(
    fc.property(worlds, fc.integer({ min: -900, max: 900 }), (world, off) => {
      const lines = linesOf(world);
      const rows = world
        .filter(({ kind }) => kind === 'delivery')
        .map(({ kind, identity, rest }, i) =>
          told(
            kind,
            { ...rest, ...identity, at: at(Number(rest.at) - at(0) + off) },
            { source: 'database', where: `deliveries ${i}`, clock: 'database' },
          ),
        );
      const { verdict, facts, links } = answerOf([...lines, ...rows]);
      expect({ verdict, facts, links }).toEqual(
        (({ verdict, facts, links }) => ({ verdict, facts, links }))(answerOf(lines)),
      );
    }),
  );
});

it('the worlds are no empty ones: some have causes, some are refuted, some are undecided', () => {
  const answers = fc.sample(worlds, { numRuns: 300, seed: 7 }).map((world) => answerOf(linesOf(world)));
  expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['duplicate', 'inconclusive']));
  const rules = new Set(answers.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  const known = ['ack-late-retry', 'mention-message-overlap', 'partial-commit-retry'];
  expect(known.filter((rule) => !rules.has(rule))).toEqual([]);
  expect(answers.some(({ refuted }) => refuted.length > 0)).toBe(true);
});
