// "The event id is enough as a key."
import type { Theory } from '../../model/theory.ts';
import { actOf, sameness } from '../../model/timeline/acts.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const oneMessageOneEventId: Theory = {
  id: 'one-message-one-event-id',
  title: 'One message has one event id.',
  problem:
    'An event id names one event, and a message can be several: mention and message, the edit that adds a preview, the copy of a shared channel, the resend of a client. A guard on event ids sees strangers.',
  signs: ['copies of one message with two event ids'],
  fix: ['Key on the message: channel and inner ts, then client_msg_id, then the event id.'],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const [first, ...others] = chains.flatMap(({ event }) => event ?? []);
      const other = others.find(({ eventId }) => eventId !== first?.eventId);
      if (!first || !other) continue;
      const same = sameness(actOf(timeline, first), actOf(timeline, other));
      if (same.is !== 'one') continue;
      const reason = `one message (${same.by} ${same.values[0]}) came as ${first.eventId} and as ${other.eventId}`;
      return { reason, facts: chains.flatMap(({ delivery, record }) => (delivery ?? record).n) };
    }
    return undefined;
  },
};
