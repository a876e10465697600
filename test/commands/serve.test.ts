// Does the server take a body as long as it was told to, and no longer?
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { migratedDatabase } from '../postgres-database.ts';
import { runMain, testIo } from '../run-main.ts';

const MiB = 2 ** 20;

/** Its answer to a body of so many bytes with a wrong signature: 401 when it was read, 413 when it was too long. */
async function serving(database: string, ...words: string[]): Promise<(bytes: number) => Promise<number>> {
  const stop = new AbortController();
  const { io, written } = testIo({
    env: { DEDUPE_SIGNING_SECRET: 'only-for-tests' },
    signal: stop.signal,
    now: Date.now,
  });
  const ended = main(['serve', '--listen', '127.0.0.1:0', '--path', '/in', ...words, '--database', database], io);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  await expect.poll(() => written().stderr, { timeout: 10_000 }).toContain('listening on port');
  const [, number] = /listening on port (\d+)/.exec(written().stderr) ?? [];
  return async (bytes) =>
    (await fetch(`http://127.0.0.1:${number}/in`, { method: 'POST', body: 'x'.repeat(bytes) })).status;
}

test.for([
  [['--app', 'A1'], 5],
  [['--provider', 'github'], 25],
  [['--app', 'A1', '--body-limit', '2'], 2],
  [['--provider', 'github', '--body-limit', '1'], 1],
] as const)('with %s a body may have %i MiB', async ([words, most], context) => {
  const answer = await serving(await migratedDatabase(context), ...words);
  expect(await answer(most * MiB)).toBe(401);
  expect(await answer(most * MiB + 1).catch(() => 413)).toBe(413);
});

test.each(['0', 'x', '1.5', '1000'])('%s is no limit', async (limit) => {
  const env = { DEDUPE_SIGNING_SECRET: 'x' };
  const words = ['serve', '--app', 'A1', '--body-limit', limit, '--database', 'postgres://127.0.0.1:1/x'];
  expect(await runMain(words, { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('--body-limit') });
});
