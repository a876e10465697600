// One case of the randomised set, as data: what is wrong, what is not logged, whose clock is off, and what else goes on.
import fc from 'fast-check';
import { type FaultName, faults } from './faults.ts';
import { type Recipe, recipes } from './recipes.ts';
import { type Source, sources } from './sources.ts';
import { healthy, type World } from './world.ts';

export interface Case {
  readonly of: string;
  readonly seed: number;
  readonly names: readonly FaultName[];
  readonly sizes: readonly number[];
  readonly latency: number;
  /** Sources that are not there. */
  readonly hidden: readonly Source[];
  /** The most that a clock is off. Milliseconds. */
  readonly skew: number;
  readonly noise: number;
}

const size = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100);

export const aCase: fc.Arbitrary<Case> = fc
  .integer({ min: 0, max: recipes.length - 1 })
  .chain((i) => caseOf(recipes[i] as Recipe));

export function caseOf({ of, rows }: Recipe): fc.Arbitrary<Case> {
  const names = fc.tuple(...rows.map((row) => fc.constantFrom(...row)));
  return fc.record({
    of: fc.constant(of),
    seed: fc.nat({ max: 1_000_000 }),
    names: names.map((drawn) => [...new Set(drawn)].filter((name) => name !== '')),
    sizes: fc.array(size, { minLength: 7, maxLength: 7 }),
    latency: fc.integer({ min: 80, max: 900 }),
    hidden: fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom(...sources), { minLength: 1, maxLength: 3 })),
    skew: fc.constantFrom(0, 0, 120, 400),
    noise: fc.integer({ min: 0, max: 3 }),
  });
}

/** The world with these faults; `without` leaves one out, and all else is as it was. */
export function worldOf({ seed, names, sizes, latency }: Case, without?: FaultName): World {
  const base: World = { ...healthy, seed, target: { ...healthy.target, latency } };
  return names.reduce<World>(
    (world, name, i) => (name === without ? world : faults[name].change(world, sizes[i % sizes.length] ?? 0)),
    base,
  );
}
