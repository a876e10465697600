// Is a create repeated when it succeeded and its answer was lost?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const timeoutAfterSuccess: Scenario<Drill> = {
  id: 'timeout-after-success',
  title: 'A time-out after success in the target',
  does: 'Lets the target create and loses its answers for a while; then the target answers again.',
  mustHold: 'One object, whoever repeats what: the client library, the queue or the sender.',
  why: 'A lost answer is no failure. Libraries repeat such calls by themselves, and a retry of the whole job does it again.',
  needs: ['lose_answers', 'restore_answers'],
  isRace: false,
  leavesWork: true,
  async run(drill) {
    const act = drill.act();
    await drill.between('lose_answers', 'restore_answers', async () => {
      await drill.deliverWithRetries(drill.ordinary(act));
      await drill.appears(act);
      await drill.pause(drill.timing.quietMs);
    });
    return drill.judgeLater([{ act, wanted: 1 }]);
  },
};
