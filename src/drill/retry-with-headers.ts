// Is a retry that follows a handled delivery recognised?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';

export const retryWithHeaders: Scenario<Drill> = {
  id: 'retry-with-headers',
  title: 'Retried with headers',
  does: 'Sends one event and then its three retries, each with its number, its reason, a fresh time and a fresh signature.',
  mustHold: 'One object.',
  why: 'Slack repeats what it thinks was not answered, although the handler may have run: at once, after a minute and after five.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    const request = drill.ordinary(act);
    await drill.deliver(request);
    for (const num of [1, 2, 3]) await drill.deliver(request, { retry: { num, reason: 'http_timeout' } });
    return drill.judge([{ act, wanted: 1 }]);
  },
};
