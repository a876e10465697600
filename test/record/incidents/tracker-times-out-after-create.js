import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone, recordsOf } from '../stage/waiting.js';

const callTimeoutMs = 2000;

export const incident = {
  id: 'tracker-times-out-after-create',
  title: 'The tracker creates, the answer is lost',
  sentence:
    'The tracker creates the record and answers too late; the worker takes the time-out for a failure and creates again.',
  cause: 'ambiguous-outcome-retry',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The tracker holds its first answer for 4 s after the create; the client waits 2 s. No idempotency key, no look-up before the second create. The first record stands in the log of the tracker only.',

  async play(stage) {
    const played = await ambiguous(stage, 'Ev08A7U2KM8Y', { firstAnswerAfterMs: 4000 });
    return { ...played, facts: { ...played.facts, client_timeout_ms: callTimeoutMs } };
  },
};

/** One event, one job, a tracker that says something else about its first create than what it did. */
export async function ambiguous(stage, eventId, behaviour) {
  const tracker = await stage.start('tracker', { instance: 'tracker-1', ...behaviour }, 'tracker.log');
  const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
  await stage.start('worker', { instance: 'worker-1', trackerUrl: tracker.url, callTimeoutMs });
  const payload = eventCallback(eventId, newMessage('app_mention'));
  const attempts = await stage.deliver(app.url, payload);
  await stage.until(allDone);
  const { records, gapMs } = await recordsOf(tracker);
  return { eventIds: [payload.event_id], records, facts: { deliveries: attempts.length, records_gap_ms: gapMs } };
}
