// A listener that fails over what a person waits for: told at once, and never run again behind that person's back.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type TestContext, test } from 'vitest';
import { effect, PermanentError } from '../../../../src/pipeline/bolt/index.ts';
import { boltApp } from '../../../pipeline/bolt/app.ts';
import { migratedDatabase, opened } from '../../../postgres-database.ts';

const patient = { timeout: 15_000, interval: 30 };
const task = { command: '/task', team_id: 'T0DEMO1', api_app_id: 'A0DEMO1', user_id: 'U1', text: '' };
const noTracker = () => {
  throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
};

async function statesOf(url: string) {
  const database = await opened(url);
  return () =>
    database.query(`select state, attempt, last_error_code as error from dedupe.operations where target = 'app:slack'`);
}

const failures = [
  ['ECONNREFUSED', async () => void (await effect('ticket', async () => noTracker()))],
  ['no_project', async () => Promise.reject(new PermanentError('no_project'))],
] as const;

test.for(failures)(
  'a command that fails with %s before it is acknowledged fails for its person too',
  async ([error, fail], context) => {
    const { url, runs, send } = await commanded(context, fail);
    await expect(send()).rejects.toThrow('no answer');
    const states = await statesOf(url);
    await expect.poll(states, patient).toEqual([{ state: 'dead', attempt: 1, error }]);
    await sleep(300);
    expect(runs()).toBe(1);
  },
);

test('a command that is acknowledged first is run again until its effect is made', async (context) => {
  let refusals = 2;
  const { url, runs, send } = await commanded(context, async (ack) => {
    await ack();
    await effect('ticket', async () => (refusals-- > 0 ? noTracker() : { id: 'OPS-1' }));
  });
  expect((await send()).status).toBe(200);
  const states = await statesOf(url);
  await expect.poll(states, patient).toMatchObject([{ state: 'confirmed', attempt: 3 }]);
  expect(runs()).toBe(3);
});

/** `send` fails where Slack hears nothing for a while. */
async function commanded(context: TestContext, listener: (ack: () => Promise<void>) => Promise<unknown>) {
  let runs = 0;
  const url = await migratedDatabase(context);
  const { command } = await boltApp(url, (app) => {
    app.command('/task', async ({ ack }) => {
      runs += 1;
      await listener(ack);
    });
  });
  const silence = async (): Promise<never> => {
    await sleep(1_500);
    throw new Error('no answer');
  };
  const send = () => Promise.race([command({ ...task, trigger_id: '1.2.a' }), silence()]);
  return { url, runs: () => runs, send };
}
