// Does the app receive what it posts itself, without anything that tells it apart?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { messageEvents } from '../providers/slack/event-list.ts';

export const ownMessagesSubscribed = defineRule<LintInput, { readonly event: string }>({
  id: 'own-messages-subscribed',
  title: 'The app hears what it says',
  severity: 'note',
  problem:
    'An app that may post (chat:write) and subscribes to messages receives its own messages as events. Bolt drops most of them; raw receivers drop none, and Bolt for JavaScript lets changes of own messages through. Whoever answers an own message answers for ever.',
  fix: [
    'Ignore events whose bot_id, app_id or user is the own one, also inside event.message of an edit.',
    'Write a mark into the metadata of what the app posts, and ignore what carries it.',
  ],
  check({ files, code }) {
    if (code?.message === undefined || code.looksAtSender) return [];
    return slackManifests({ files }).flatMap(({ events, botScopes }) => {
      const message = events.find(({ name, byUser }) => messageEvents.includes(name) && !byUser);
      if (!message || !botScopes?.some((scope) => scope.startsWith('chat:write'))) return [];
      const related = code.message ? [noted(code.message, 'messages are handled here')] : [];
      return [found(this.id, message.location, { event: message.name }, { related, certainty: 'consistent' })];
    });
  },
  say: ({ event }) =>
    `${event} brings the messages that the app posts itself, and no handler that was found looks at who wrote them.`,
});
