import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone } from '../stage/waiting.js';

export const incident = {
  id: 'clean-event',
  title: 'One event, one task',
  sentence: 'The app claims the event, enqueues and answers fast; a worker makes one task under the key of the event.',
  cause: null,
  verdict: 'single',
  expected: 1,
  doneOnPurpose: 'Nothing goes wrong.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      work: 'enqueue',
      claimEvents: true,
    });
    await stage.start('worker', { instance: 'worker-1', key: 'event' });
    const payload = eventCallback('Ev08C0N1YV6F', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await stage.until(allDone);
    return {
      eventIds: [payload.event_id],
      facts: { deliveries: attempts.length, answered_after_ms: attempts[0].tookMs },
    };
  },
};
