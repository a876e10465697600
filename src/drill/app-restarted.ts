// Is an old event known after a restart of the app?
import type { Scenario } from '../model/scenario.ts';
import { afterRestart } from './world/after-restart.ts';
import type { Drill } from './world/drill.ts';

export const appRestarted: Scenario<Drill> = {
  id: 'app-restarted',
  title: 'The app restarts, and an old event comes again',
  does: 'Waits for the object of an event, restarts the app, and sends the event again with the headers of a retry.',
  mustHold: 'One object, and the same id.',
  why: 'What a process keeps in its memory is gone after every deployment, and the sender repeats for hours.',
  needs: ['restart_app'],
  isRace: false,
  leavesWork: true,
  run: (drill) => afterRestart(drill, 'restart_app'),
};
