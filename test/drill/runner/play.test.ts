// What cannot be played or counted is not run, and nothing is concluded from a system that is down.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CountFailed } from '../../../src/drill/count/counter.ts';
import { scenarios } from '../../../src/drill/index.ts';
import { play } from '../../../src/drill/runner/play.ts';
import { refuseProduction, refuseRemote } from '../../../src/drill/runner/refusals.ts';
import { NotRun } from '../../../src/drill/world/not-run.ts';
import { countedBy, naive } from '../naive.ts';
import { drillOf, identity, never, quick } from '../played.ts';

const only = (...ids: string[]) => scenarios.filter(({ id }) => ids.includes(id));
const timing = { ...quick, waitMs: 150 };
const options = { signal: never, now: Date.now };

it('an ordinary event that has no effect says nothing about anything', async () => {
  const { url } = await naive();
  const drill = drillOf(
    url,
    countedBy(() => []),
    { timing },
  );
  const { baseline, played } = await play({ ...options, drill, scenarios });
  expect(baseline).toMatchObject({ got: undefined, reason: expect.stringContaining('200 after') });
  expect(new Set(played.map(({ result }) => result.verdict))).toEqual(new Set(['not-run']));
});

it('a system that answers everything with 401 is not safe', async () => {
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(401).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const drill = drillOf(
    url,
    countedBy(() => []),
    { timing: { ...timing, retryMs: 1 } },
  );
  const { played } = await play({ ...options, drill, scenarios: only('bad-signature') });
  expect(played[0]?.result).toMatchObject({
    verdict: 'not-run',
    reason: expect.stringMatching(/does not take the signature \(401 after/),
  });
});

it('a count that breaks is not an empty count', async () => {
  const { url, counter } = await naive();
  let isBroken = false;
  const count: typeof counter.count = async (...asked) => {
    if (isBroken) throw new CountFailed('the table is gone', { isMisuse: true });
    return counter.count(...asked);
  };
  const drill = drillOf(url, { ...counter, count }, { timing });
  const onStart = (_: unknown, index: number) => {
    isBroken = index === 1;
  };
  const chosen = only('bad-signature', 'stale-signature', 'future-signature');
  const { played } = await play({ ...options, drill, scenarios: chosen, onStart });
  expect(played.map(({ result }) => ('reason' in result ? result.reason : result.verdict))).toEqual([
    'unsafe',
    'it could not be counted: the table is gone',
    'the system did not come back after stale-signature',
  ]);
});

it('a hook that fails, and a system that does not come back, end the drill without a pass', async () => {
  const { url, counter, hooks } = await naive();
  const restart_app = async () => {
    throw new NotRun('the hook restart_app ended with 1', { isDown: true });
  };
  const gone = {
    ...counter,
    count: async (...asked: Parameters<typeof counter.count>) => (isGone ? [] : counter.count(...asked)),
  };
  let isGone = false;
  const drill = drillOf(url, gone, {
    timing,
    hooks: {
      ...hooks,
      restart_app,
      restart_redis: async () => {
        isGone = true;
        return '';
      },
    },
  });
  const { played } = await play({
    ...options,
    drill,
    scenarios: only('app-restarted', 'redis-restarted', 'database-restarted'),
  });
  expect(played.map(({ result }) => 'reason' in result && result.reason)).toEqual([
    'the hook restart_app ended with 1',
    expect.stringContaining('an ordinary event had no effect either'),
    'the system did not come back after redis-restarted',
  ]);
});

it('what was broken is mended when the drill is interrupted', async () => {
  const { url, counter } = await naive();
  const stop = new AbortController();
  const done: string[] = [];
  const note = (name: string) => async () => {
    done.push(name);
    if (name === 'break') stop.abort();
    return '';
  };
  const hooks = { lose_answers: note('break'), restore_answers: note('mend') };
  const drill = drillOf(url, counter, { timing, hooks }, stop.signal);
  const chosen = only('timeout-after-success', 'same-event-twice');
  const { played } = await play({ ...options, signal: stop.signal, drill, scenarios: [...chosen].reverse() });
  expect(done).toEqual(['break', 'mend']);
  expect(played.map(({ result }) => 'reason' in result && result.reason)).toEqual(['interrupted', 'interrupted']);
});

it('reaches no other machine unless it is told to', () => {
  for (const near of ['http://127.0.0.1:1/a', 'http://localhost/a', 'http://[::1]:3000/', 'http://127.9.9.9/'])
    expect(() => refuseRemote([new URL(near)], false)).not.toThrow();
  for (const far of [
    'https://hooks.example/a',
    'http://10.0.0.1/',
    'http://127.0.0.1.example/',
    'http://localhost.example/',
  ]) {
    expect(() => refuseRemote([new URL('http://localhost/'), new URL(far)], false)).toThrow('is not this machine');
    expect(() => refuseRemote([new URL(far)], true)).not.toThrow();
  }
});

it('speaks in nobody else’s name', () => {
  const digest = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b';
  const none = { where: 'drill.production', teams: [], apps: [], secretDigests: [] };
  const refused = (more: Partial<typeof none> & object, secret = 'other') =>
    refuseProduction(identity, secret, [none, { ...none, ...more }]);
  expect(() => refused({ teams: [identity.teamId] as never })).toThrow(
    'the workspace T0DRILLTEAM is listed under drill.production',
  );
  expect(() => refused({ apps: [identity.appId] as never })).toThrow('the app A0DRILLAPP is listed');
  expect(() => refused({ secretDigests: [digest.toUpperCase()] as never }, 'secret')).toThrow('the signing secret');
  expect(() => refused({ teams: ['T1'] as never, secretDigests: [digest] as never })).not.toThrow();
});
