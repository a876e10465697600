import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { sqlAsText } from './test/sql-as-text.ts';

/** Set by continuous integration: where a machine-readable report goes, beside the one for people. */
const report = process.env.DEDUPE_TEST_REPORT;

export default defineConfig({
  plugins: [sqlAsText()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/full/**', 'test/bench/**', '**/node_modules/**'],
    globalSetup: ['test/build-once.ts', 'test/global-setup.ts'],
    // Each worker may hold an embedded database.
    maxWorkers: Math.min(4, availableParallelism()),
    // Files of one worker share what they import: a process and a module graph for each took a third of the whole time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
