// Is an event id under another name told, with what to write for it, and is a text that only begins alike none?
import { expect, test } from 'vitest';
import { mappableIn } from '../../src/evidence/mappable.ts';
import { folder } from '../commands/examined.ts';
import { runMain } from '../run-main.ts';

test.each([
  [{ event: 'Ev0A1B2C3D4E' }, ['event']],
  [{ ctx: { slack: { evt: 'Ev08T4K2QX7B' } } }, ['ctx.slack.evt']],
  [{ event: 'EventReceived', note: 'Ev0A1B2C3D4E came', short: 'Ev1' }, []],
  [{ all: ['Ev0A1B2C3D4E'], 'a b': 'Ev0A1B2C3D4E' }, []],
])('%j', (record, paths) => {
  expect(mappableIn(record).map(({ path }) => path)).toEqual(paths);
});

test('logs check says it where no line has the id under a name that is known, and what it says works', async () => {
  const line = (event: string, n: number) =>
    JSON.stringify({
      time: `2026-11-28T09:00:0${n}.000Z`,
      msg: 'request',
      ctx: { ev: event },
      method: 'POST',
      url: '/slack/events',
      statusCode: 200,
      responseTime: 20,
    });
  const cwd = folder({ 'app.log': `${line('Ev0A1B2C3D4E', 1)}\n${line('Ev0A1B2C3D4E', 2)}\n` });
  const { stdout } = await runMain(['logs', 'check', 'app.log'], { cwd });
  expect(stdout).toContain('2  log_fields: { event_id: ctx.ev }');
  const mapped = folder({
    'app.log': `${line('Ev0A1B2C3D4E', 1)}\n`,
    'dedupe.config.yaml': 'log_fields: { event_id: ctx.ev }\n',
  });
  const known = await runMain(['logs', 'check', 'app.log'], { cwd: mapped });
  expect(known.stdout).not.toContain('under another name');
  expect(known.stdout).toMatch(/1 {2}event_id/);
});
