// Does a repeat of an event that was handled make a second object?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const sameEventTwice: Scenario<Drill> = {
  id: 'same-event-twice',
  title: 'The same event twice',
  does: 'Sends one event, waits for its object, and sends the same event twice more.',
  mustHold: 'One object, and the same id for every repeat.',
  why: 'Every sender delivers at least once: an answer that is lost on its way is enough for a repeat without any mark.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    const request = drill.ordinary(act);
    await drill.deliverWithRetries(request);
    await drill.appears(act);
    await drill.deliver(request);
    await drill.deliver(request);
    return drill.judge([{ act, wanted: 1 }]);
  },
};
