import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/full/longest-first.ts';
import base from './vitest.config.ts';

// Not mergeConfig: it joins lists, and the base excludes exactly what runs here.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/full/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // They wait more than they work: for deadlines, restarts and other people's programs.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
