import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'cold-start-late-answer',
  title: 'A cold start answers late',
  sentence:
    'The first request after idling waits until the instance has booted, the retry waits beside it, and both are handled.',
  cause: 'cold-path-late-ack',
  also: ['no-idempotency-guard'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The app accepts connections 3.7 s before it can serve; Bolt acknowledges before any work, and the listener takes milliseconds. Slack gives up after 3 s and sends again; both copies are served when the instance is up. Random keys.',

  async play(stage) {
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], bootMs: 3700 });
    const payload = eventCallback('Ev08K9F4HD1T', newMessage('app_mention'));
    const [first, retry] = await stage.deliver(app.url, payload);
    return {
      eventIds: [payload.event_id],
      facts: {
        gave_up_after_ms: first.tookMs,
        retry_gap_ms: retry.sentAt - first.sentAt,
        retry_reason: first.reason,
        boot_ms: 3700,
      },
    };
  },
};
