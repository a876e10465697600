// Is an old event known after a restart of Redis?
import type { Scenario } from '../model/scenario.ts';
import { afterRestart } from './world/after-restart.ts';
import type { Drill } from './world/drill.ts';

export const redisRestarted: Scenario<Drill> = {
  id: 'redis-restarted',
  title: 'Redis restarts, and an old event comes again',
  does: 'Waits for the object of an event, restarts Redis, and sends the event again with the headers of a retry.',
  mustHold: 'One object, and the same id.',
  why: 'A Redis without persistence forgets every guard and every job id when it restarts, and with eviction even earlier.',
  needs: ['restart_redis'],
  isRace: false,
  leavesWork: true,
  run: (drill) => afterRestart(drill, 'restart_redis'),
};
