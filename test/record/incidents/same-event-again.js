import { setTimeout as sleep } from 'node:timers/promises';
import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'same-event-again',
  title: 'The same event again, without a mark',
  sentence:
    'An event that was answered fast comes again after 15 s with the same id and no retry header; nothing claims the id.',
  cause: 'no-idempotency-guard',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The same body is sent twice, 15 s apart, freshly signed, both times as a first attempt. Random keys, no guard.',

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'] });
    const payload = eventCallback('Ev08H5C6UZ3Y', newMessage('app_mention'));
    const first = await stage.deliver(app.url, payload);
    await sleep(15_000 - first[0].tookMs);
    const second = await stage.deliver(app.url, payload);
    return {
      eventIds: [payload.event_id],
      facts: {
        deliveries: first.length + second.length,
        gap_ms: second[0].sentAt - first[0].sentAt,
        answered_after_ms: first[0].tookMs,
      },
    };
  },
};
