// Does a request that Slack did not sign have an effect?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const badSignature: Scenario<Drill> = {
  id: 'bad-signature',
  title: 'A bad signature',
  does: 'Sends a well-formed event that is signed with another secret.',
  mustHold: 'No object.',
  why: 'The address of a receiver is no secret: whoever finds it can make objects.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliver(drill.ordinary(act), { isForged: true });
    return drill.judge([{ act, wanted: 0 }]);
  },
};
