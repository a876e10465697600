// Is an edit of a message taken for a new message?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { editOf, unfurlOf } from './world/payloads.ts';

export const messageChanged: Scenario<Drill> = {
  id: 'message-changed',
  title: 'message_changed',
  does: 'Sends a message, then the preview that Slack adds to it, then an edit by its author: two events with ids of their own.',
  mustHold: 'One object for the message; none for the preview; for the edit as many as expects.edit says.',
  why: 'Edits and previews arrive as messages with a new event id and a new outer ts; the message is the one inside.',
  needs: [],
  isRace: false,
  async run(drill) {
    const act = drill.act();
    await drill.deliverWithRetries(drill.ordinary(act));
    await drill.appears(act);
    await drill.deliverWithRetries(unfurlOf(act));
    await drill.deliverWithRetries(editOf(act));
    return drill.judge([{ act, wanted: 1 + drill.expects.edit }]);
  },
};
