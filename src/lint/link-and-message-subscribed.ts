// Does what one person does arrive as a message and as an event of its own?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { messageEvents } from '../providers/slack/event-list.ts';

export const linkAndMessageSubscribed = defineRule<LintInput, { readonly event: string; readonly message: string }>({
  id: 'link-and-message-subscribed',
  title: 'A message with a link arrives up to three times',
  severity: 'note',
  problem:
    'A link comes as link_shared from the composer while it is typed (channel COMPOSER), as link_shared again after sending, and inside the message. chat.unfurl then changes the message, which is one more message event.',
  fix: [
    'Use link_shared for unfurling only, and never to create something.',
    'Where it must create, ignore source composer and key on channel, message_ts and the address.',
  ],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ events }) => {
      const message = events.find(({ name }) => messageEvents.includes(name));
      const twins = events.filter(({ name }) => name === 'link_shared');
      if (!message) return [];
      const related = [noted(message.location, `${message.name} is subscribed here`)];
      return twins.map(({ name, location }) =>
        found(this.id, location, { event: name, message: message.name }, { related }),
      );
    });
  },
  say: ({ event, message }) =>
    `A link comes as ${event} from the composer, as ${event} again after sending, and inside ${message}.`,
});
