// Does a repeat that comes after the guard has forgotten make a second object?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const lateRetry: Scenario<Drill> = {
  id: 'late-retry',
  title: 'A late retry past the time for which a guard remembers',
  does: 'Waits for the object of an event, lets the time of the guard pass, and sends the event again as the last retry.',
  mustHold: 'One object.',
  why: 'Slack repeats for six minutes, and for 24 hours with Delayed Events; queues and people repeat for days. A memory of minutes is too short.',
  needs: ['pass_guard_ttl'],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    const request = drill.ordinary(act);
    await drill.deliverWithRetries(request);
    await drill.appears(act);
    await drill.hook('pass_guard_ttl', act);
    await drill.deliver(request, { retry: { num: 3, reason: 'http_timeout' } });
    return drill.judge([{ act, wanted: 1 }]);
  },
};
