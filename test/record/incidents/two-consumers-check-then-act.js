import { eventCallback, newMessage } from '../stage/slack.js';

export const incident = {
  id: 'two-consumers-check-then-act',
  title: 'Two consumers look, then act',
  sentence:
    'Two subscribers hear one event; each asks the guard, finds nothing, makes the task, and marks it only then.',
  cause: 'dedupe-not-atomic',
  also: ['parallel-consumers'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The app announces the event with NOTIFY; two processes listen. The guard is a select before the work (250 ms) and an insert after it. One delivery, answered fast.',

  async play(stage) {
    await stage.start('subscriber', { instance: 'subscriber-1', guard: true, workMs: 250 });
    await stage.start('subscriber', { instance: 'subscriber-2', guard: true, workMs: 250 });
    return announce(stage, 'Ev08G6X3NA5Q');
  },
};

/** One event through an app that only announces; over when the subscribers have made their two tasks. */
export async function announce(stage, eventId) {
  const app = await stage.start('app', {
    instance: 'app-1',
    listeners: ['app_mention'],
    work: 'enqueue',
    sites: [],
    announce: true,
  });
  const payload = eventCallback(eventId, newMessage('app_mention'));
  const attempts = await stage.deliver(app.url, payload);
  await stage.until('select from dedupe.tasks offset 1');
  return { eventIds: [payload.event_id], facts: { deliveries: attempts.length, consumers: 2 } };
}
