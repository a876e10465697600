import { setTimeout as sleep } from 'node:timers/promises';
import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'mention-and-message',
  title: 'A mention that is also a message',
  sentence:
    'The app subscribes app_mention and message.channels and makes a task for each: one message arrives as two events.',
  cause: 'mention-message-overlap',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'Two listeners, app_mention and message. One message with a mention is sent as both, 140 ms apart, with different event ids. Both are answered fast and once.',

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention', 'message'] });
    const [mention, message] = twins('Ev08M7D1RW3C', 'Ev08M7D1RX9K');
    const first = await stage.deliver(app.url, mention);
    await sleep(140 - first[0].tookMs);
    const second = await stage.deliver(app.url, message);
    return {
      eventIds: [mention.event_id, message.event_id],
      facts: { deliveries: first.length + second.length, gap_ms: second[0].sentAt - first[0].sentAt },
    };
  },
};

/** One message as Slack sends it to an app that is mentioned in a channel it reads. */
export function twins(mentionId, messageId) {
  const message = newMessage();
  const { channel_type: _, ...mention } = { ...message, type: 'app_mention' };
  return [eventCallback(mentionId, mention), eventCallback(messageId, message)];
}
