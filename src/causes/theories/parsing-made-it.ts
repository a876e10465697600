// "The pattern or the parser matched twice."
import type { Theory } from '../../model/theory.ts';
import { duplicatedEffects } from '../../model/timeline/duplicates.ts';

export const parsingMadeIt: Theory = {
  id: 'parsing-made-it',
  title: 'The pattern or the parser matched twice.',
  problem:
    'It is said of twins and of edits, because the text is the same. A pattern that matches twice makes two runs of one event. Copies that came from events with ids of their own were two events before anybody parsed them.',
  signs: ['each copy came from an event of its own'],
  fix: [
    'Look at the types and subtypes of the two events: mention and message, message and message_changed.',
    'Key on the message (channel and inner ts), so that every event about it leads to one task.',
  ],
  refute(timeline) {
    for (const { chains } of duplicatedEffects(timeline)) {
      const events = [...new Set(chains.flatMap(({ event }) => event ?? []))];
      if (events.length < 2 || events.length < chains.length) continue;
      const names = events.map(
        ({ eventId, type, subtype }) => `${eventId} (${[type ?? '?', subtype].filter(Boolean).join('/')})`,
      );
      const reason = `each copy came from an event of its own, ${names.slice(0, 3).join(' and ')}: they were two before anything was parsed`;
      return { reason, facts: chains.flatMap(({ delivery, record }) => (delivery ?? record).n) };
    }
    return undefined;
  },
};
