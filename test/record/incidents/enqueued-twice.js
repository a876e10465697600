import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone } from '../stage/waiting.js';

export const incident = {
  id: 'enqueued-twice',
  title: 'Enqueued twice for one event',
  sentence: 'Two places in the app enqueue a job for the same event; the worker does each once.',
  cause: 'producer-double-enqueue',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The listener and a hook behind it both insert a job. One delivery, one run, two job ids, one attempt each.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      work: 'enqueue',
      sites: ['listener', 'after-save-hook'],
    });
    await stage.start('worker', { instance: 'worker-1' });
    const payload = eventCallback('Ev08Q0O3RB5V', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await stage.until(allDone);
    return { eventIds: [payload.event_id], facts: { deliveries: attempts.length, jobs: 2 } };
  },
};
