// Do two instances of different versions share what they know?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { NotRun } from './world/not-run.ts';

export const twoVersions: Scenario<Drill> = {
  id: 'two-versions',
  title: 'Two instances of different versions',
  does: 'Starts an instance of another version beside the others and sends each event to all of them at once, in several rounds.',
  mustHold: 'One object for each event.',
  why: 'Every deployment has two versions alive for a while: a key that one of them builds in another way guards nothing.',
  needs: ['start_other_version', 'stop_other_version'],
  isRace: true,
  async run(drill) {
    const printed = await drill.hook('start_other_version');
    try {
      const url = addressIn(printed);
      return await drill.beside(url, async () => {
        await drill.ready();
        const expected = [];
        for (let round = 0; round < drill.rounds; round += 1) {
          const act = drill.act();
          const one = drill.sign(drill.ordinary(act));
          await drill.sendTogether(Array.from({ length: drill.copies }, () => one));
          expected.push({ act, wanted: 1 });
        }
        return drill.judge(expected, { rounds: drill.rounds });
      });
    } finally {
      await drill.hook('stop_other_version');
    }
  },
};

function addressIn(printed: string): URL {
  const address = /https?:\/\/\S+/.exec(printed)?.[0];
  if (address !== undefined && URL.canParse(address)) return new URL(address);
  throw new NotRun('the hook start_other_version printed no address');
}
