// The randomised set at its full size, in two halves so that two workers share it.
import { describe, expect, it } from 'vitest';
import { tryCases } from '../../simulator/trial.ts';

const runs = 5_000;
/** A number of one's own: `DEDUPE_SIMULATOR_SEED=7 npm run test:full -- test/full/simulator`. */
const seed = Number(process.env.DEDUPE_SIMULATOR_SEED ?? 20_787);

export function halfOfTheRuns(name: string, offset: number): void {
  describe(`the ${name} half of the simulated systems`, () => {
    it('has no wrong answer, and is open in less than one of fifty where nothing is hidden', async () => {
      const own = seed * 2 + offset;
      const { tally, counterexample } = await tryCases(own, runs);
      const share = (100 * tally.openShareOfWhole).toFixed(2);
      console.log(`simulated systems: seed ${seed}, ${runs} runs, ${share} % open with nothing hidden\n${tally}`);
      expect(counterexample).toBeUndefined();
      expect(tally.openShareOfWhole).toBeLessThan(0.02);
    });
  });
}
