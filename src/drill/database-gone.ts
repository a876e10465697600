// Is anything lost or doubled while the database is away?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import type { SlackRequest } from './world/payloads.ts';
import { isAccepted, retryReason } from './world/sender.ts';

export const databaseGone: Scenario<Drill> = {
  id: 'database-gone',
  title: 'The database is gone for a while',
  does: 'Makes the database unreachable (ten seconds), sends events meanwhile with their first repeat, and the later repeats when it is back.',
  mustHold: 'One object for each event: none is answered with 200 and forgotten, none is made twice.',
  why: 'A receiver that answers 200 and writes later loses everything that it cannot write; one that writes twice when it retries doubles it.',
  needs: ['stop_database', 'start_database'],
  isRace: false,
  leavesWork: true,
  async run(drill) {
    const requests = Array.from({ length: 3 }, () => drill.ordinary(drill.act()));
    const answers = new Map<SlackRequest, boolean>();
    await drill.between('stop_database', 'start_database', async () => {
      const away = drill.pause(drill.timing.outageMs);
      await Promise.all(
        requests.map(async (request) => {
          const first = await drill.deliver(request);
          const retry = { num: 1, reason: retryReason(first) };
          const isTaken = isAccepted(first) || isAccepted(await drill.deliver(request, { retry }));
          answers.set(request, isTaken);
        }),
      );
      await away;
    });
    await drill.ready();
    const open = requests.filter((request) => answers.get(request) !== true);
    for (const request of open) await later(drill, request);
    const evidence = [
      `${requests.length - open.length} of ${requests.length} were answered with 2xx while it was away`,
    ];
    return drill.judgeLater(
      requests.map(({ act }) => ({ act, wanted: 1 })),
      { evidence },
    );
  },
};

/** Slack would come again after a minute and after five: until it is taken, but not for ever. */
async function later(drill: Drill, request: SlackRequest): Promise<void> {
  const until = performance.now() + drill.timing.waitMs;
  for (let num = 2; ; num = 3) {
    const answer = await drill.deliver(request, { retry: { num, reason: 'http_error' } });
    if (isAccepted(answer) || performance.now() > until) return;
    await drill.pause(drill.timing.retryMs);
  }
}
