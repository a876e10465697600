// Does what one person does arrive as a message and as an event of its own?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { messageEvents } from '../providers/slack/event-list.ts';

export const metadataAndMessageSubscribed = defineRule<LintInput, { readonly event: string; readonly message: string }>(
  {
    id: 'metadata-and-message-subscribed',
    title: 'A message with metadata arrives twice',
    severity: 'note',
    problem:
      'A message with metadata comes as message and as message_metadata_posted, two event ids for one message. Apps that post with metadata usually read their own mark back this way, and answer it twice.',
    fix: ['Act on one of the two only.', 'Key on channel and message_ts, which is the ts of the message.'],
    check({ files }) {
      return slackManifests({ files }).flatMap(({ events }) => {
        const message = events.find(({ name }) => messageEvents.includes(name));
        const twins = events.filter(({ name }) => name === 'message_metadata_posted');
        if (!message) return [];
        const related = [noted(message.location, `${message.name} is subscribed here`)];
        return twins.map(({ name, location }) =>
          found(this.id, location, { event: name, message: message.name }, { related }),
        );
      });
    },
    say: ({ event, message }) => `A message with metadata comes as ${message} and as ${event}.`,
  },
);
