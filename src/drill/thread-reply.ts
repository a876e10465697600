// Does a reply in a thread count as its own message, once?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { replyOf } from './world/payloads.ts';

export const threadReply: Scenario<Drill> = {
  id: 'thread-reply',
  title: 'A reply in a thread',
  does: 'Sends a message and two replies in its thread, each reply twice.',
  mustHold: 'One object for the message; for each reply as many as expects.thread_reply says.',
  why: 'A key made of the thread loses the second reply; a key made of the text or the minute doubles or loses either.',
  needs: [],
  isRace: false,
  async run(drill) {
    const root = drill.act();
    await drill.deliverWithRetries(drill.ordinary(root));
    const replies = [drill.act(), drill.act()];
    for (const act of replies) {
      const reply = replyOf(act, root, drill.event);
      await drill.deliverWithRetries(reply);
      await drill.deliver(reply);
    }
    const wanted = drill.expects.threadReply;
    return drill.judge([{ act: root, wanted: 1 }, ...replies.map((act) => ({ act, wanted }))]);
  },
};
