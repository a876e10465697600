// Is an old event known after a restart of the database?
import type { Scenario } from '../model/scenario.ts';
import { afterRestart } from './world/after-restart.ts';
import type { Drill } from './world/drill.ts';

export const databaseRestarted: Scenario<Drill> = {
  id: 'database-restarted',
  title: 'The database restarts, and an old event comes again',
  does: 'Waits for the object of an event, restarts the database, and sends the event again with the headers of a retry.',
  mustHold: 'One object, and the same id.',
  why: 'A guard in an unlogged table, or a commit that was not durable, is gone after a crash, and pools hold dead connections.',
  needs: ['restart_database'],
  isRace: false,
  leavesWork: true,
  run: (drill) => afterRestart(drill, 'restart_database'),
};
