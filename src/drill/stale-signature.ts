// Does a signature from ten minutes ago still count?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const staleSignature: Scenario<Drill> = {
  id: 'stale-signature',
  title: 'A stale signature',
  does: 'Sends an event whose time and signature are ten minutes old.',
  mustHold: 'No object.',
  why: 'A request that was captured could be sent again for ever.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliver(drill.ordinary(act), { skewMs: -600_000 });
    return drill.judge([{ act, wanted: 0 }]);
  },
};
