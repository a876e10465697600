// Does the app act on what it wrote itself?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { ownMessageOf } from './world/payloads.ts';

export const ownBotMessage: Scenario<Drill> = {
  id: 'own-bot-message',
  title: 'The app sees its own message',
  does: 'Sends a message written by the app: its bot id, its app id, its bot user, and no subtype.',
  mustHold: 'No object.',
  why: 'An app that answers in the channel gets its own answer as an event, and an object for that makes the next one.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliverWithRetries(ownMessageOf(act));
    return drill.judge([{ act, wanted: 0 }]);
  },
};
