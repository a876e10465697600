import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'slow-work-before-answer',
  title: 'Slow work before the answer',
  sentence:
    'The app answers Slack only after all its work; a cold cache makes that 4.2 s, Slack sends again after 3 s.',
  cause: 'ack-late-retry',
  also: ['no-idempotency-guard'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'processBeforeResponse is on. The listener inserts the task, then loads a roster that is not in memory (4.2 s), then returns. The retry finds the roster loading and does not wait for it. Both inserts use a random key.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      processBeforeResponse: true,
      coldCacheMs: 4200,
    });
    const payload = eventCallback('Ev08T4K2QX7B', newMessage('app_mention'));
    const [first, retry] = await stage.deliver(app.url, payload);
    return {
      eventIds: [payload.event_id],
      facts: { gave_up_after_ms: first.tookMs, retry_gap_ms: retry.sentAt - first.sentAt, retry_reason: first.reason },
    };
  },
};
