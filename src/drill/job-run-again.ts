// Does a job that ran make another object when the queue hands it out again?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const jobRunAgain: Scenario<Drill> = {
  id: 'job-run-again',
  title: 'A queue job run again several times',
  does: 'Waits for the object of an event and makes the queue run its job three times more.',
  mustHold: 'One object, and its id stays.',
  why: 'Leases end, brokers redeliver, people press retry: every queue runs a job again some day, also one that has ended well.',
  needs: ['rerun_job'],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliverWithRetries(drill.ordinary(act));
    await drill.appears(act);
    for (let again = 0; again < 3; again += 1) {
      await drill.hook('rerun_job', act);
      await drill.pause(drill.timing.quietMs);
    }
    return drill.judge([{ act, wanted: 1 }]);
  },
};
