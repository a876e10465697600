// Message events bring edits, deletions, joins and broadcasts too: does the code decide what to do with them?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { messageEvents } from '../providers/slack/event-list.ts';

export const messageSubtypesUndecided = defineRule<LintInput, { readonly event: string; readonly seen: boolean }>({
  id: 'message-subtypes-undecided',
  title: 'Edits, unfurls and deletions arrive as messages',
  severity: 'note',
  problem:
    'A message subscription brings message_changed (edits, link unfurls, the own chat.update), message_deleted, thread replies and thread_broadcast as well as new messages. Code that treats each of them as new makes a second task half a second after the first, when Slack unfurls a link.',
  fix: [
    'List the subtypes that mean a new message (none, file_share, thread_broadcast, me_message) and ignore all others.',
    'For an edit key on the ts inside event.message, which is the ts of the first message.',
    'Decide about deletions, thread replies and broadcasts, and write the decision down beside the subscription.',
  ],
  check({ files, code }) {
    // Without the code nobody knows; a handler that looks at the subtype has decided.
    if (code?.message === undefined || code.looksAtSubtype) return [];
    return slackManifests({ files }).flatMap(({ events }) => {
      const message = events.find(({ name }) => messageEvents.includes(name));
      if (!message) return [];
      const related = code.message ? [{ ...code.message, note: 'messages are handled here' }] : [];
      return [
        found(this.id, message.location, { event: message.name, seen: true }, { related, certainty: 'consistent' }),
      ];
    });
  },
  say: ({ event }) =>
    `${event} brings edits, unfurls and deletions too, and no handler that was found looks at the subtype.`,
});
