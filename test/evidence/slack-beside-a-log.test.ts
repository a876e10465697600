// What Slack adds to a log that holds arrivals alone: whose message came back, who sees the event, and what has no thread.
import { expect, it } from 'vitest';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { folder } from '../commands/examined.ts';
import { runMain } from '../run-main.ts';
import { type FakeMessage, fakeSlack, type Workspace } from '../slack/fake-slack.ts';

const asked = '1732900000.000100';
const stamp = (n: number) => `173290000${n}.000200`;
const wish: FakeMessage = { ts: asked, thread_ts: asked, user: 'U7', text: 'please help with OPS', team: 'T1' };
const reply = (n: number): FakeMessage => ({
  ...{ ts: stamp(n), thread_ts: asked, bot_id: 'B1', team: 'T1' },
  text: `Created OPS-${n}`,
});

/** Arrival of a message, a second after it was written. */
const arrival = (event: string, ts: string, more = {}) =>
  JSON.stringify({
    ...{ dedupe: 'delivery', at: Math.floor(Number(ts) * 1000) + 1000, delivery_id: `d-${event}`, event_id: event },
    ...{ event_type: 'message', app_id: 'A1', channel: 'C9', ts, ...more },
  });

async function traced(lines: readonly string[], workspace: Partial<Workspace>, more = '', env = {}) {
  const slack = await fakeSlack({ bots: { B1: 'A1' }, channels: {}, ...workspace });
  const cwd = folder({
    'app.log': `${lines.join('\n')}\n`,
    'dedupe.config.yaml': `slack: { url: ${slack.url}${more} }\n`,
  });
  const ran = await runMain(['trace', 'Ev1', '--logs', 'app.log', '--format', 'json'], {
    cwd,
    env: { SLACK_BOT_TOKEN: 'xoxb-secret', ...env },
  });
  expect(ran.stdout + ran.stderr).not.toMatch(/xoxb-|xapp-|please help/);
  const document = JSON.parse(ran.stdout || '{}') as TraceDocument;
  const gaps = document.gaps.map(({ reason }) => reason).join('\n');
  return { ...ran, document, gaps, slack };
}

it('names the loop where the app that was told of a message is the author that Slack shows', async () => {
  const messages = [wish, reply(1), reply(4), reply(7)];
  const lines = [arrival('Ev1', asked), arrival('Ev2', stamp(1)), arrival('Ev3', stamp(4))];
  const { document, code } = await traced(lines, { channels: { C9: { messages } } });
  expect([document.verdict, code]).toEqual(['duplicate', 1]);
  expect(document.findings[0]).toMatchObject({ rule: 'bot-self-loop', certainty: 'consistent', role: 'primary' });
  expect(document.findings[0]?.because.join()).toContain('Slack names as its author the app that it was sent to');
});

it('does not name it where another app was told', async () => {
  const messages = [wish, reply(1), reply(4), reply(7)];
  const other = { app_id: 'A2' };
  const lines = [arrival('Ev1', asked), arrival('Ev2', stamp(1), other), arrival('Ev3', stamp(4), other)];
  const { document } = await traced(lines, { channels: { C9: { messages } } });
  expect(document.verdict).toBe('duplicate');
  expect(document.findings.map(({ rule }) => rule)).not.toContain('bot-self-loop');
});

it('says of a message that has no thread that it is there', async () => {
  const { gaps, slack } = await traced([arrival('Ev1', asked)], {
    channels: { C9: { messages: [], threadless: [wish] } },
  });
  expect(gaps).toContain(`C9:${asked} is there, and Slack gives no thread of it`);
  expect(slack.asked.map(({ method }) => method)).toContain('conversations.history');
  const gone = await traced([arrival('Ev1', asked)], { channels: { C9: { messages: [] } } });
  expect(gone.gaps).not.toContain('is there');
});

const context = { event_context: '4-one-event' };
const authorizations = {
  '4-one-event': [
    { team_id: 'T1', enterprise_id: null, is_enterprise_install: false },
    { team_id: 'T2', enterprise_id: 'E1', is_enterprise_install: true },
  ],
};
const channels = { C9: { messages: [wish] } };

it('asks who sees the event by what one of its deliveries names, with the app-level token alone', async () => {
  const { document, slack } = await traced(
    [arrival('Ev1', asked, context)],
    { channels, authorizations },
    ', app_token_envs: [SLACK_APP_TOKEN]',
    { SLACK_APP_TOKEN: 'xapp-secret' },
  );
  const roles = document.facts.filter(({ kind }) => kind === 'lifecycle').map(({ fields }) => fields.role);
  expect(roles).toEqual(['installation in T1', 'installation in E1 (whole organisation)']);
  expect(document.event).toMatchObject({ event_id: 'Ev1', app_id: 'A1' });
  expect(slack.asked.filter(({ method }) => method === 'apps.event.authorizations.list')).toEqual([
    { method: 'apps.event.authorizations.list', args: { event_context: '4-one-event' } },
  ]);
});

it('without a captured context, or without the token, it asks nobody and says what lacks', async () => {
  const more = ', app_token_envs: [SLACK_APP_TOKEN]';
  const silent = await traced([arrival('Ev1', asked)], { channels, authorizations }, more, {
    SLACK_APP_TOKEN: 'xapp-1',
  });
  expect(silent.slack.asked.map(({ method }) => method)).not.toContain('apps.event.authorizations.list');
  const lacking = await traced([arrival('Ev1', asked, context)], { channels, authorizations }, more);
  expect(lacking.gaps).toContain('Slack needs SLACK_APP_TOKEN in the environment');
  const wrong = await traced([arrival('Ev1', asked, context)], { channels, authorizations }, more, {
    SLACK_APP_TOKEN: 'xoxb-of-a-bot',
  });
  expect(wrong.gaps).toContain('apps.event.authorizations.list: not_allowed_token_type');
});

it('the doctor counts the installations that see the event', async () => {
  const slack = await fakeSlack({ bots: { B1: 'A1' }, channels, authorizations });
  const cwd = folder({
    'app.log': `${arrival('Ev1', asked, context)}\n`,
    'dedupe.config.yaml': `slack: { url: ${slack.url}, app_token_envs: [SLACK_APP_TOKEN] }\n`,
  });
  const env = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };
  const { stdout } = await runMain(['doctor', 'Ev1', '--logs', 'app.log', '--plain'], { cwd, env });
  expect(stdout).toContain('the event is seen by 2 installations: T1, E1 (whole organisation)');
});
