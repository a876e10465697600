import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'listener-registered-twice',
  title: 'A listener registered twice',
  sentence: 'Two plugins register the same listener; Bolt for JavaScript runs both for one delivery.',
  cause: 'listener-bound-twice',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose: "app.event('app_mention', …) is called twice in one process. One delivery, answered fast.",

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention', 'app_mention'] });
    const payload = eventCallback('Ev08B2I6WL9Z', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    return { eventIds: [payload.event_id], facts: { deliveries: attempts.length, runs: 2 } };
  },
};
