// Does the app leave out what it wrote itself, and what is no new message?
import type { Step } from '../model/checkup.ts';
import { all, inCode, inDrill } from '../model/witness.ts';

export const ownMessagesFiltered: Step = {
  id: 'own-messages-filtered',
  title: 'Subtypes and own messages are filtered',
  problem:
    'Slack tells the app of its own messages, of edits, of previews and of deletions as of any message. Whoever takes each for a wish makes a task of ' +
    'every preview, and answers itself for ever.',
  signs: [
    'the code: handlers of messages look at bot_id or user and at subtype, and a mention is not handled as a message too',
    'drills: a message and an edit by the app make nothing; an edit by a person makes what was meant',
  ],
  fix: [
    'Leave out messages whose bot_id or user is the own one (auth.test), also inside of message_changed.',
    'Let only messages without a subtype create, and file_share and thread_broadcast where they are meant.',
    'Choose app_mention or message for one intent, not both.',
  ],
  aspects: (checkup) => [
    all(
      'own messages',
      inCode(checkup, { rules: ['missing-own-bot-filter'], about: 'creates', silenceShows: true }),
      inDrill(checkup, ['own-bot-message', 'own-bot-edit']),
    ),
    all(
      'subtypes and twins',
      inCode(checkup, {
        rules: [
          'message-subtypes-undecided',
          'message-and-app-mention',
          'view-closed-creates',
          'overlapping-listeners',
        ],
        about: 'creates',
        silenceShows: true,
      }),
      inDrill(checkup, ['message-changed', 'mention-and-message']),
    ),
  ],
};
