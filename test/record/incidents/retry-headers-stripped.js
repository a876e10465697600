import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'retry-headers-stripped',
  title: 'A retry that does not look like one',
  sentence:
    'The app answers too late and Slack sends again, but a hop in between removes the retry headers: the filter on them lets the copy through.',
  cause: 'ack-late-retry',
  also: ['retry-metadata-lost', 'no-idempotency-guard'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'As slow-work-before-answer, with the filter that drops whatever is marked as a retry; the sender leaves the two headers out, as a gateway would.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      processBeforeResponse: true,
      coldCacheMs: 4200,
      dropRetries: true,
    });
    const payload = eventCallback('Ev08J9K4WX2P', newMessage('app_mention'));
    const [first, retry] = await stage.deliver(app.url, payload, { stripsRetryHeaders: true });
    return {
      eventIds: [payload.event_id],
      facts: { gave_up_after_ms: first.tookMs, retry_gap_ms: retry.sentAt - first.sentAt, retry_reason: first.reason },
    };
  },
};
