// The same schedules with real processes, each of which ends itself with SIGKILL at the step that was drawn.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../../pipeline/worker/mortal.ts';
import { abandoned, type Live, type Outside, play, schedule, seed } from '../../../pipeline/worker/schedules.ts';
import { world } from '../../../pipeline/worker/world.ts';

const number = 100;
const life = fileURLToPath(new URL('life.js', import.meta.url));

test(`${number} schedules with SIGKILL, seed ${seed}: none lost, none double`, {
  timeout: 1_200_000,
}, async (context) => {
  const at = await world(context);
  let outside: Outside | undefined;
  const server = createServer(async (request, response) => {
    let key = '';
    for await (const part of request) key += part;
    const answer = outside?.ask(key);
    if (answer === 'lost') response.destroy();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const survivors = abandoned(at);
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(schedule, (drawn) =>
      play(at, drawn, (current, effects): Live => {
        outside = current;
        const survivor = survivors(current, effects);
        return async (role, fault) => {
          // Who is not going to be killed needs no process of its own.
          if (fault === undefined) return survivor(role, fault);
          const told = { role, effects, fault: killing(fault) };
          const code = await ended({
            DEDUPE_DATABASE_URL: at.url,
            DEDUPE_TEST_TARGET: target,
            LIFE: JSON.stringify(told),
          });
          if (code === 'SIGKILL') kills += 1;
          return code === 0 ? 'idle' : 'other';
        };
      }),
    ),
    { numRuns: number, seed },
  );
  expect(kills).toBeGreaterThan(number / 2);
});

/** What leaves a process in this process dead leaves it killed there. */
function killing({ at, when }: Fault) {
  const how = {
    before: 'before',
    after: 'after',
    'error-before': 'before',
    'error-after': 'after',
    terminated: 'during',
  };
  return { at, when: how[when], ms: at };
}

function ended(more: Record<string, string>): Promise<number | NodeJS.Signals | null> {
  const env = { ...process.env, ...more };
  const child = spawn(process.execPath, [life], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
}
