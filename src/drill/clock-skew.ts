// Do clocks that differ make a repeat look new, or an event too old?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const clockSkew: Scenario<Drill> = {
  id: 'clock-skew',
  title: 'Clocks that differ',
  does: 'Sends an event by a clock four minutes slow and again by one four minutes fast, and another one the other way round.',
  mustHold: 'One object for each event.',
  why: 'Machines disagree about the time, and a repeat can come from a machine whose clock is behind: windows that compare times let copies pass or drop events.',
  needs: [],
  isRace: false,
  async run(drill) {
    const expected = [];
    for (const skewMs of [-240_000, 240_000]) {
      const act = drill.act();
      const request = drill.ordinary(act);
      await drill.deliver(request, { skewMs });
      await drill.deliver(request, { skewMs: -skewMs, retry: { num: 1, reason: 'http_timeout' } });
      expected.push({ act, wanted: 1 });
    }
    return drill.judge(expected);
  },
};
