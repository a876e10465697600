// Does a guard hold when it is asked many times before it was told once?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const concurrentDelivery: Scenario<Drill> = {
  id: 'concurrent-delivery',
  title: 'The same event at once from many connections',
  does: 'Opens many connections, spread over all receivers, and lets the last byte of one event leave on all of them together.',
  mustHold: 'One object for each event, however many connections.',
  why: 'A look-up before the insert passes every copy that arrives before the first insert: only a unique key in one place decides.',
  needs: [],
  isRace: true,
  async run(drill) {
    const expected = [];
    for (let round = 0; round < drill.rounds; round += 1) {
      const act = drill.act();
      const request = drill.ordinary(act);
      await drill.sendTogether(Array.from({ length: drill.copies }, () => drill.sign(request)));
      expected.push({ act, wanted: 1 });
    }
    const evidence = [`${drill.copies} connections at once`];
    return drill.judge(expected, { rounds: drill.rounds, evidence });
  },
};
