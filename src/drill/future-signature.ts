// Does a signature from the future count?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const futureSignature: Scenario<Drill> = {
  id: 'future-signature',
  title: 'A signature from the future',
  does: 'Sends an event whose time and signature are ten minutes ahead.',
  mustHold: 'No object.',
  why: 'A check that only refuses old requests accepts one from tomorrow, which can then be replayed until tomorrow.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliver(drill.ordinary(act), { skewMs: 600_000 });
    return drill.judge([{ act, wanted: 0 }]);
  },
};
