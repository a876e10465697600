// Does a hook run as it is written, say how it failed, and keep the secret?
import { expect, it } from 'vitest';
import { commandHooks } from '../../../src/drill/world/hooks.ts';

const { signal } = new AbortController();
const hooks = (command: string) => commandHooks({ restart_app: command }, { PATH: process.env.PATH }, '/');

it('is told whom it is about, and gives what it printed', async () => {
  expect(await hooks('echo "$DRILL_EVENT_ID"').restart_app?.({ DRILL_EVENT_ID: 'Ev1' }, signal)).toBe('Ev1\n');
});

it('fails with what it said, without the secret', async () => {
  const told = { DRILL_SECRET: ['a', 'drill', 'secret'].join('-') };
  const failed = hooks('echo "cannot start with $DRILL_SECRET" >&2; exit 7').restart_app?.(told, signal);
  await expect(failed).rejects.toThrow('the hook restart_app ended with 7: cannot start with ***');
});
