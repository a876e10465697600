import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone, recordsOf } from '../stage/waiting.js';

export const incident = {
  id: 'later-step-fails',
  title: 'Created, then a later step fails',
  sentence:
    'The worker creates the tracker record, then cannot page anybody; the whole job runs again and creates another.',
  cause: 'partial-commit-retry',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The app enqueues and answers fast. The tracker answers 201 both times; the pager answers 503 the first time. The job is one unit of create and page, and is tried again after 2 s.',

  async play(stage) {
    const tracker = await stage.start('tracker', { instance: 'tracker-1', failingPages: 1 }, 'tracker.log');
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
    await stage.start('worker', { instance: 'worker-1', trackerUrl: tracker.url, pageAfterCreate: true });
    const payload = eventCallback('Ev08P5H8ZC2L', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await stage.until(allDone);
    const { records, gapMs } = await recordsOf(tracker);
    return { eventIds: [payload.event_id], records, facts: { deliveries: attempts.length, records_gap_ms: gapMs } };
  },
};
