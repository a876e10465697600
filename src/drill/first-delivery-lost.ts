// Is an event lost when only its retry arrives?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const firstDeliveryLost: Scenario<Drill> = {
  id: 'first-delivery-lost',
  title: 'Only the retry arrives',
  does: 'Sends an event for the first time as retry 1, with the reason connection_failed.',
  mustHold: 'One object: the first attempt never came.',
  why: 'Whoever drops everything that bears a retry header loses each event whose first delivery failed on the way.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliver(drill.ordinary(act), { retry: { num: 1, reason: 'connection_failed' } });
    return drill.judge([{ act, wanted: 1 }]);
  },
};
