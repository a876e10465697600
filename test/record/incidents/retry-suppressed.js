import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'retry-suppressed',
  title: 'A retry that the guard refused',
  sentence: 'The app answers too late and Slack sends again, but the second insert of the event is refused: one task.',
  cause: null,
  also: ['ack-late-retry'],
  verdict: 'single',
  expected: 1,
  doneOnPurpose:
    'As slow-work-before-answer, but the insert of the event is the claim: the retry meets the row, is answered 200 and does nothing.',

  async play(stage) {
    const app = await stage.start('app', {
      instance: 'app-1',
      listeners: ['app_mention'],
      processBeforeResponse: true,
      coldCacheMs: 4200,
      claimEvents: true,
    });
    const payload = eventCallback('Ev08R2S6GB8N', newMessage('app_mention'));
    const [first, retry] = await stage.deliver(app.url, payload);
    return {
      eventIds: [payload.event_id],
      facts: { gave_up_after_ms: first.tookMs, retry_gap_ms: retry.sentAt - first.sentAt, retry_reason: first.reason },
    };
  },
};
