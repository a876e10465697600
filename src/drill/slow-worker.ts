// Does a worker that stands still hold up the answers?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { answerText, isAccepted } from './world/sender.ts';

export const slowWorker: Scenario<Drill> = {
  id: 'slow-worker',
  title: 'A slow worker',
  does: 'Makes the workers stand still, sends events, repeats those that were not answered as Slack would, and lets the workers go on.',
  mustHold: 'Every answer within three seconds while nothing is worked on, and one object for each event afterwards.',
  why: 'An answer that waits for the work is late as soon as the work is slow, and every late answer is a repeat.',
  needs: ['pause_worker', 'resume_worker'],
  isRace: false,
  leavesWork: true,
  async run(drill) {
    const expected: { act: ReturnType<Drill['act']>; wanted: number }[] = [];
    const late: string[] = [];
    await drill.between('pause_worker', 'resume_worker', async () => {
      for (let i = 0; i < 5; i += 1) {
        const act = drill.act();
        const [first] = await drill.deliverWithRetries(drill.ordinary(act));
        if (first && !isAccepted(first)) late.push(answerText(first));
        expected.push({ act, wanted: 1 });
      }
    });
    await drill.ready();
    const faults = late.length === 0 ? [] : [`${late.length} of 5 events were not answered at first: ${late[0]}`];
    return drill.judgeLater(expected, { faults });
  },
};
