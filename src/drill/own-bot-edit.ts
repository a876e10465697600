// Does the app act on an edit of its own message?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { ownEditOf } from './world/payloads.ts';

export const ownBotEdit: Scenario<Drill> = {
  id: 'own-bot-edit',
  title: 'The app sees an edit of its own message',
  does: 'Sends message_changed of a message that the app wrote: outside stands no user, the author is inside.',
  mustHold: 'No object.',
  why: 'Filters that look at the outer user let this pass. An app that updates its message after each create then feeds itself.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliverWithRetries(ownEditOf(act));
    return drill.judge([{ act, wanted: 0 }]);
  },
};
