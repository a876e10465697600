import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone, recordsOf } from '../stage/waiting.js';

const leaseMs = 2000;
const workMs = 3200;

export const incident = {
  id: 'lease-shorter-than-work',
  title: 'The lease ends before the work',
  sentence: 'The job works 3.2 s under a lease of 2 s: a second worker takes it while the first still runs.',
  cause: 'job-reclaimed-while-running',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose: 'Two workers, a lease of 2 s without heartbeat, 3.2 s of work before the create. Nothing fails.',

  async play(stage) {
    const tracker = await stage.start('tracker', { instance: 'tracker-1' }, 'tracker.log');
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
    for (const instance of ['worker-1', 'worker-2'])
      await stage.start('worker', { instance, trackerUrl: tracker.url, leaseMs, workMs });
    const payload = eventCallback('Ev08L8Q5VU2R', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await stage.until("select from dedupe.attempts where outcome = 'done' offset 1");
    await stage.until(allDone);
    const { records, gapMs } = await recordsOf(tracker);
    return {
      eventIds: [payload.event_id],
      records,
      facts: { deliveries: attempts.length, records_gap_ms: gapMs, lease_ms: leaseMs, work_ms: workMs },
    };
  },
};
