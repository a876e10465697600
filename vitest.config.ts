import { defineConfig } from 'vitest/config';
import { sqlAsText } from './test/sql-as-text.ts';

export default defineConfig({
  plugins: [sqlAsText()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/full/**', 'test/bench/**', '**/node_modules/**'],
    globalSetup: ['test/build-once.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
