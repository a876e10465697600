import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'error-after-insert',
  title: 'An error after the insert, four times',
  sentence: 'The task is there, then the reply fails and Slack gets a 500: it sends all its retries, over six minutes.',
  cause: 'ack-missing-or-error',
  also: ['no-idempotency-guard'],
  verdict: 'duplicate',
  expected: 4,
  doneOnPurpose:
    'processBeforeResponse is on; the listener inserts the task and then throws, every time. Three retries with http_error, at once, after 60 s and after 300 s.',

  play: (stage) => allRetries(stage, 'Ev08F8H2BS1C', { failAfterInsert: true }),
};

/** Six minutes: an app that answers 500 to every attempt. */
export async function allRetries(stage, eventId, behaviour) {
  const app = await stage.start('app', {
    instance: 'app-1',
    listeners: ['app_mention'],
    processBeforeResponse: true,
    ...behaviour,
  });
  const payload = eventCallback(eventId, newMessage('app_mention'));
  const attempts = await stage.deliver(app.url, payload);
  return {
    eventIds: [payload.event_id],
    facts: {
      deliveries: attempts.length,
      status: attempts[0].status,
      retry_reason: attempts[0].reason,
      gaps_ms: attempts.slice(1).map((each, index) => each.sentAt - attempts[index].sentAt),
    },
  };
}
