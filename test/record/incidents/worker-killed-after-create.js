import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone, recordsOf } from '../stage/waiting.js';

const leaseMs = 3000;

export const incident = {
  id: 'worker-killed-after-create',
  title: 'Killed between create and acknowledgement',
  sentence:
    'The worker logs the created record and is killed; when its lease ends, another worker runs the job from the start.',
  cause: 'partial-commit-retry',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The first worker kills itself with SIGKILL right after the record was created and logged. The second starts then and takes the job when the lease of 3 s is over.',

  async play(stage) {
    const tracker = await stage.start('tracker', { instance: 'tracker-1' }, 'tracker.log');
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
    const worker = { trackerUrl: tracker.url, leaseMs };
    const doomed = await stage.start('worker', { ...worker, instance: 'worker-1', killAfterCreate: true });
    const payload = eventCallback('Ev08W3Z9SJ6D', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await doomed.exited;
    await stage.start('worker', { ...worker, instance: 'worker-2' });
    await stage.until(allDone);
    const { records, gapMs } = await recordsOf(tracker);
    return {
      eventIds: [payload.event_id],
      records,
      facts: { deliveries: attempts.length, records_gap_ms: gapMs, lease_ms: leaseMs },
    };
  },
};
