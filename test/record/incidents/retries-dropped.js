import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'retries-dropped',
  title: 'Every retry is thrown away',
  sentence:
    'The first copy fails before the insert; the app drops the second because it is marked as a retry: no task.',
  cause: 'over-suppression',
  verdict: 'lost',
  expected: 0,
  doneOnPurpose:
    'The listener fails at its first call, before the insert, and processBeforeResponse makes that a 500. The retry (http_error) is answered 200 and dropped for its header.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      processBeforeResponse: true,
      failBeforeInsert: 'once',
      dropRetries: true,
    });
    const payload = eventCallback('Ev08X6V0ZK4M', newMessage('app_mention'));
    const [first, retry] = await stage.deliver(app.url, payload);
    return {
      eventIds: [payload.event_id],
      facts: { first_status: first.status, retry_gap_ms: retry.sentAt - first.sentAt, retry_reason: first.reason },
    };
  },
};
