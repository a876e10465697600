import { startRedis } from '../stage/redis.js';
import { eventCallback, newMessage } from '../stage/slack.js';

const lockMs = 3000;
const blockMs = 9000;

export const incident = {
  id: 'bullmq-stalled-rerun',
  title: 'BullMQ gives a blocked worker its job to another',
  sentence:
    'The worker computes for 9 s without a pause and cannot renew its lock; BullMQ calls the job stalled and runs it again.',
  cause: 'job-reclaimed-while-running',
  verdict: 'duplicate',
  expected: 2,
  packages: ['bullmq'],
  doneOnPurpose:
    'lockDuration and stalledInterval are 3 s. The first worker blocks its event loop for 9 s before the insert; the second starts when the first has the job. Nobody fails; the first cannot settle its job any more.',

  async play(stage) {
    const redis = await startRedis();
    stage.atEnd(redis.stop);
    const shared = { redis: redis.connection, lockMs };
    const app = await stage.start('app', { ...shared, instance: 'app-1', listeners: ['app_mention'], work: 'enqueue' });
    await stage.start('bull-worker', { ...shared, instance: 'worker-1', blockMs });
    const payload = eventCallback('Ev08V9G5JD2X', newMessage('app_mention'));
    const attempts = await stage.deliver(app.url, payload);
    await stage.until('select from dedupe.attempts');
    await stage.start('bull-worker', { ...shared, instance: 'worker-2' });
    await stage.until("select from dedupe.attempts where outcome = 'done' offset 1");
    return {
      eventIds: [payload.event_id],
      facts: { deliveries: attempts.length, lock_ms: lockMs, blocked_ms: blockMs },
    };
  },
};
