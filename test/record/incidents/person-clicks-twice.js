import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { place, tsNow } from '../stage/slack.js';

export const incident = {
  id: 'person-clicks-twice',
  title: 'A person clicks twice',
  sentence:
    'The button is pressed again after 1.4 s: two acts of one person, each delivered, answered and handled once.',
  cause: 'repeated-action',
  verdict: 'not-a-duplicate',
  expected: 2,
  doneOnPurpose:
    'Two block_actions about one message, with their own trigger ids and action times. No retry, fast answers.',

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['click'] });
    const message = { ts: tsNow(), text: 'Shall I make a task of this?' };
    const first = click(message);
    const sent = await stage.deliver(app.url, first);
    await sleep(1400 - sent[0].tookMs);
    const second = click(message);
    const again = await stage.deliver(app.url, second);
    return {
      eventIds: [first.trigger_id, second.trigger_id],
      facts: { deliveries: sent.length + again.length, gap_ms: again[0].sentAt - sent[0].sentAt },
    };
  },
};

function click(message) {
  const actionTs = tsNow();
  return {
    type: 'block_actions',
    team: { id: place.team, domain: 'birchlab' },
    user: { id: place.user, username: 'reporter', team_id: place.team },
    api_app_id: place.app,
    container: { type: 'message', message_ts: message.ts, channel_id: place.channel, is_ephemeral: false },
    channel: { id: place.channel, name: 'helpdesk' },
    message: { type: 'message', user: 'U08SUPPORTB', ...message },
    trigger_id: `${Date.now()}.7012345678.${randomBytes(16).toString('hex')}`,
    response_url: 'https://hooks.slack.com/actions/invented',
    actions: [
      {
        type: 'button',
        action_id: 'create_task',
        block_id: 'b1',
        value: 'the printer on floor 3',
        action_ts: actionTs,
      },
    ],
  };
}
