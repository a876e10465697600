// Turned away on the first copy already: on purpose, as far as one can see.
import { ofKind } from '../timeline/timeline.ts';
import { isTurnedAway, type WayOfLoss } from './way.ts';

export const turnedAway: WayOfLoss = {
  id: 'turned-away',
  title: 'The app turned the event away, every time it came',
  problem:
    'Each delivery met a filter and was answered without any work. That is right for events that mean nothing to the app, and a loss where the filter ' +
    'takes an ordinary message for one: a subtype that it does not know, a bot that speaks for people, a channel that was renamed.',
  signs: ['every delivery of the event is filtered or refused', 'no run, no job and no call belongs to it'],
  prevention: [
    'Log with each refusal which filter it was, and count them by filter.',
    'List what is let through, and test the list with one sample of each kind of message that must make a task.',
  ],
  couldBe: (timeline) => ofKind(timeline, 'delivery').every(({ fields }) => fields.disposition === undefined),
  of(timeline) {
    const deliveries = ofKind(timeline, 'delivery');
    const [first] = deliveries;
    if (!first || !deliveries.every(isTurnedAway) || (first.fields.retry_num ?? 0) > 0) return undefined;
    const facts = deliveries.map(({ n }) => n);
    return { clause: `the app turned it away (#${first.n}, ${first.fields.disposition})`, facts };
  },
};
