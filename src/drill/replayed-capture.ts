// Does a captured request have an effect when it is replayed while its signature is still good?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const replayedCapture: Scenario<Drill> = {
  id: 'replayed-capture',
  title: 'A replayed capture',
  does: 'Sends the same bytes with the same time and signature five times within a few seconds, the last four at once.',
  mustHold: 'One object.',
  why: 'There is no nonce: for five minutes a captured request is as valid as the first one.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    const captured = drill.sign(drill.ordinary(act));
    await drill.send(captured);
    await drill.sendTogether(Array.from({ length: 4 }, () => captured));
    return drill.judge([{ act, wanted: 1 }]);
  },
};
