import { setTimeout as sleep } from 'node:timers/promises';
import { twins } from './mention-and-message.js';

export const incident = {
  id: 'twins-pass-the-guard',
  title: 'A guard on the event id lets twins pass',
  sentence: 'The app claims each event id before it works; the mention and the message are two ids, so both pass.',
  cause: 'mention-message-overlap',
  also: ['dedupe-key-too-narrow'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'As mention-and-message, with a unique insert on (workspace, event id) as the guard. Sent 90 ms apart.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention', 'message'],
      claimEvents: true,
    });
    const [mention, message] = twins('Ev08N3T9YG6J', 'Ev08N3T9YH2P');
    const second = await stage.deliver(app.url, message);
    await sleep(90 - second[0].tookMs);
    const first = await stage.deliver(app.url, mention);
    return {
      eventIds: [mention.event_id, message.event_id],
      facts: { deliveries: first.length + second.length, gap_ms: first[0].sentAt - second[0].sentAt },
    };
  },
};
