// Does a trace find what was wrong in systems that are simulated, and not written after the rules?
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readText, root } from '../architecture/tree.ts';
import { faults } from './faults.ts';
import { recipes } from './recipes.ts';
import { tryCases } from './trial.ts';

/** A number of one's own: `DEDUPE_SIMULATOR_SEED=7 npx vitest run test/simulator`. */
const seed = Number(process.env.DEDUPE_SIMULATOR_SEED ?? 1);
const runs = 300;

describe('a trace of a simulated system', () => {
  it(`says what was wrong, or honestly that it does not know, in ${runs} runs`, async () => {
    const { tally, counterexample } = await tryCases(seed, runs);
    console.log(`simulated systems: seed ${seed}, ${runs} runs\n${tally}`);
    expect(counterexample).toBeUndefined();
    expect(tally.all.runs).toBeGreaterThan(runs * 0.95);
    expect(tally.openShareOfWhole).toBeLessThan(0.02);
  }, 120_000);
});

describe('the simulator', () => {
  const home = 'test/simulator';
  const files = readdirSync(`${root}${home}`).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

  /** It asks the program its question, and knows no rule either. */
  const asking = 'ask.ts';

  it.each(files)('%s knows nothing of the rules', (name) => {
    const imported = [...readText(`${home}/${name}`).matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '');
    const foreign = imported.filter((from) => from.startsWith('../'));
    expect(foreign.filter((from) => from.includes('causes'))).toEqual([]);
    if (name !== asking) expect(foreign).toEqual([]);
  });

  it('draws every fault and every circumstance that it has', () => {
    const drawn = new Set(recipes.flatMap(({ rows }) => rows.flat()));
    expect(Object.keys(faults).filter((name) => !drawn.has(name as keyof typeof faults))).toEqual([]);
  });
});
