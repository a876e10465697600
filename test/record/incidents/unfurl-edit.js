import { setTimeout as sleep } from 'node:timers/promises';
import { eventCallback, newMessage, tsNow } from '../stage/slack.js';

export const incident = {
  id: 'unfurl-edit',
  title: 'A link preview comes as an edit',
  sentence: 'Slack adds a preview to the message and sends message_changed; the app takes it for another message.',
  cause: 'edit-event-as-new',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'app.message without a look at the subtype. The message, then 0.7 s later a hidden message_changed about it, whose inner ts is that of the message. Both answered fast.',

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['message'] });
    const message = { ...newMessage(), text: 'the manual is at https://example.com/printer' };
    const posted = eventCallback('Ev08U5E1CF7G', message);
    const first = await stage.deliver(app.url, posted);
    await sleep(700 - first[0].tookMs);
    const edited = eventCallback('Ev08U5E1DQ0S', changed(message));
    const second = await stage.deliver(app.url, edited);
    return {
      eventIds: [posted.event_id, edited.event_id],
      facts: { deliveries: first.length + second.length, gap_ms: second[0].sentAt - first[0].sentAt },
    };
  },
};

function changed({ channel, channel_type, event_ts: _, ...message }) {
  const ts = tsNow();
  const attachments = [{ id: 1, from_url: 'https://example.com/printer', title: 'Printer manual' }];
  return {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    message: { ...message, attachments },
    previous_message: message,
    channel,
    channel_type,
    ts,
    event_ts: ts,
  };
}
