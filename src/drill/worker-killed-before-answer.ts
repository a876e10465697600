// Is a create that was sent, and whose answer nobody heard, sent again?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const workerKilledBeforeAnswer: Scenario<Drill> = {
  id: 'worker-killed-before-answer',
  title: 'A worker killed between the request and the answer of the target',
  does: 'Lets the target create and holds its answer back, kills the worker that waits for it, and starts the worker again.',
  mustHold:
    'One object: what was sent and not answered is looked up or left to a person, and never sent again blindly.',
  why: 'Between the first byte and the answer nobody can know whether it exists: a second create makes a second one.',
  needs: ['hold_answers', 'restore_answers', 'kill_worker', 'start_worker'],
  isRace: false,
  leavesWork: true,
  async run(drill) {
    const act = drill.act();
    await drill.between('hold_answers', 'restore_answers', async () => {
      await drill.deliverWithRetries(drill.ordinary(act));
      await drill.appears(act);
      await drill.hook('kill_worker', act);
    });
    await drill.hook('start_worker', act);
    await drill.ready();
    return drill.judgeLater([{ act, wanted: 1 }]);
  },
};
