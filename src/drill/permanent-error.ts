// Is an event that can never work given up where people look?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { NotRun } from './world/not-run.ts';

export const permanentError: Scenario<Drill> = {
  id: 'permanent-error',
  title: 'A permanent error',
  does: 'Makes the target refuse the create for good, and counts the dead letters.',
  mustHold: 'No object and one dead letter for the event: not tried for ever, not dropped in silence.',
  why: 'An error that no repeat can mend blocks a queue or disappears. Either way the task is missing and nobody is told.',
  needs: ['refuse_creates', 'restore_answers', 'dead_letters'],
  isRace: false,
  leavesWork: true,
  async run(drill, signal) {
    const { deadLetters } = drill;
    if (deadLetters === undefined) throw new NotRun('nothing counts the dead letters');
    const act = drill.act();
    await drill.between('refuse_creates', 'restore_answers', async () => {
      await drill.deliverWithRetries(drill.ordinary(act));
      const until = performance.now() + drill.timing.waitMs;
      while ((await deadLetters.count(act, signal)).length === 0 && performance.now() < until)
        await drill.pause(deadLetters.everyMs);
    });
    const dead = (await deadLetters.count(act, signal)).length;
    const faults = dead === 1 ? [] : [`${dead} dead letters instead of one`];
    const evidence = dead === 1 ? ['one dead letter'] : [];
    return drill.judgeLater([{ act, wanted: 0 }], { faults, evidence });
  },
};
