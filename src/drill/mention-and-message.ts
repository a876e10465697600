// Do the two events of one mention make two objects?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { mentionOf, messageOf } from './world/payloads.ts';

export const mentionAndMessage: Scenario<Drill> = {
  id: 'mention-and-message',
  title: 'A mention arrives as two events',
  does: 'Sends app_mention and message of one text at once, each with an event id of its own, in several rounds.',
  mustHold: 'One object for each text.',
  why: 'An app that listens to both gets both, in no order, with different event ids and one channel and ts.',
  needs: [],
  isRace: true,
  async run(drill) {
    const expected = [];
    for (let round = 0; round < drill.rounds; round += 1) {
      const act = drill.act();
      await drill.sendTogether([drill.sign(mentionOf(act)), drill.sign(messageOf(act))]);
      expected.push({ act, wanted: 1 });
    }
    return drill.judge(expected, { rounds: drill.rounds });
  },
};
