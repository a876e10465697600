// Does what one person does arrive as a message and as an event of its own?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { messageEvents } from '../providers/slack/event-list.ts';

export const fileAndMessageSubscribed = defineRule<LintInput, { readonly event: string; readonly message: string }>({
  id: 'file-and-message-subscribed',
  title: 'A message with a file arrives more than once',
  severity: 'note',
  problem:
    'A message with a file comes as a message with the subtype file_share and, where they are subscribed, as file_shared and file_created as well. file_shared carries no ts of the message, so a key built from channel and ts cannot join them.',
  fix: [
    'Act on one of the two only; the message has the text, the file event has the file.',
    'Where both must act, key the effect on the id of the file: it stands in files[].id and in file_id.',
  ],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ events }) => {
      const message = events.find(({ name }) => messageEvents.includes(name));
      const twins = events.filter(({ name }) => name === 'file_shared' || name === 'file_created');
      if (!message) return [];
      const related = [noted(message.location, `${message.name} is subscribed here`)];
      return twins.map(({ name, location }) =>
        found(this.id, location, { event: name, message: message.name }, { related }),
      );
    });
  },
  say: ({ event, message }) =>
    `One upload comes as ${message} with the subtype file_share and as ${event}, which names the file and not the message.`,
});
