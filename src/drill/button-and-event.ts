// Do a message and a click on it, which ask for the same, make two objects?
import type { Scenario } from '../model/scenario.ts';
import type { Drill } from './world/drill.ts';
import { clickOn } from './world/payloads.ts';

export const buttonAndEvent: Scenario<Drill> = {
  id: 'button-and-event',
  title: 'A button and an event for one intent',
  does: 'Sends a message and at once a click on a button of it, and the click twice more, in several rounds.',
  mustHold: 'One object for each message, and for its clicks as many more as expects.button says.',
  why: 'Events and interactivity come by two ways with ids that have nothing in common but the message: channel and ts.',
  needs: [],
  isRace: true,
  async run(drill) {
    const expected = [];
    for (let round = 0; round < drill.rounds; round += 1) {
      const act = drill.act();
      await drill.sendTogether([drill.sign(drill.ordinary(act)), drill.sign(clickOn(act))]);
      const again = drill.sign(clickOn(act));
      await drill.sendTogether([again, again]);
      expected.push({ act, wanted: 1 + drill.expects.button });
    }
    return drill.judge(expected, { rounds: drill.rounds });
  },
};
