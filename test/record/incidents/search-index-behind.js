import { eventCallback, newMessage } from '../stage/slack.js';
import { allDone, recordsOf } from '../stage/waiting.js';

const leaseMs = 3000;

export const incident = {
  id: 'search-index-behind',
  title: 'Searched before the create, and the index was behind',
  sentence:
    'A worker is killed after the create; the next one searches the tracker first, whose index does not know the record yet, and creates another.',
  cause: 'partial-commit-retry',
  also: ['stale-existence-check'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'Each worker searches the tracker before it creates; the search sees a record 15 s after its create. The first worker kills itself with SIGKILL right after the create. The second takes the job when the lease of 3 s is over.',

  async play(stage) {
    const tracker = await stage.start('tracker', { instance: 'tracker-1', indexLagMs: 15_000 }, 'tracker.log');
    const app = await stage.start('app', { instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
    const worker = { trackerUrl: tracker.url, leaseMs, searchFirst: true };
    const doomed = await stage.start('worker', { ...worker, instance: 'worker-1', killAfterCreate: true });
    const payload = eventCallback('Ev08V6K4RB3M', newMessage('app_mention'));
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
