// Does a job run again when its worker died between the create and the acknowledgement?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const workerKilledAfterCreate: Scenario<Drill> = {
  id: 'worker-killed-after-create',
  title: 'A worker killed after the local create and before it acknowledges',
  does: 'Makes the worker stand still between the two, kills it there, starts it again, and sends the event once more.',
  mustHold: 'One object: what the first run created is found, or was never committed.',
  why: 'A queue hands the job out again when its worker is gone, and cannot know how far the first run came.',
  needs: ['hold_after_create', 'kill_worker', 'start_worker'],
  isRace: false,
  leavesWork: true,
  async run(drill) {
    const act = drill.act();
    const request = drill.ordinary(act);
    await drill.hook('hold_after_create', act);
    await drill.deliverWithRetries(request);
    if (drill.has('await_hold')) await drill.hook('await_hold', act);
    else await drill.pause(drill.timing.holdMs);
    await drill.between('kill_worker', 'start_worker', async () => {
      if (drill.has('release_hold')) await drill.hook('release_hold', act);
    });
    await drill.ready();
    await drill.deliverWithRetries(request);
    return drill.judgeLater([{ act, wanted: 1 }]);
  },
};
