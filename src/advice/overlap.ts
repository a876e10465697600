// Advice for causes in which several events stand for one wish, or one for several.
import type { Advice } from '../model/advice.ts';
import { links } from './links.ts';

export const overlap: Readonly<Record<string, Advice>> = {
  'mention-message-overlap': {
    example: {
      language: 'TypeScript',
      code: [
        '// Both events come to one function, and both have one key.',
        'const handle = async (event: { channel: string; ts: string }) => {',
        '  const key = ["slack", event.channel, event.ts].join(":");',
        '  if (await claim(key)) await createTask(key, event);',
        '};',
        "app.event('app_mention', ({ event }) => handle(event));",
        "app.event('message', ({ event }) => handle(event as { channel: string; ts: string }));",
      ],
    },
    confirmedBy: ['event_type, channel and ts of both deliveries', 'messages without a mention make one task'],
    refutedBy: ['one event id for all copies', 'two ts'],
    links: [links.slackMention, links.slackMessage],
  },
  'edit-event-as-new': {
    example: {
      language: 'TypeScript',
      code: [
        "const isNew = [undefined, 'file_share', 'me_message'].includes(event.subtype);",
        'if (!isNew) return; // message_changed, message_deleted, thread_broadcast, bot_message: no new wish',
      ],
    },
    confirmedBy: [
      'event_subtype of both deliveries, and the inner ts',
      'half a second to a second between them where a link was in the text',
    ],
    refutedBy: ['no subtype on either', 'two inner ts'],
    links: [links.slackMessage],
  },
  'sibling-events-one-action': {
    example: {
      language: 'SQL',
      code: [
        '-- The object is the key: whichever event comes first creates, the other finds.',
        'insert into tasks (source_event_key, title)',
        "values ('github:birch/desk#7', $1)",
        'on conflict (source_event_key) do update set title = excluded.title',
        'returning id;',
      ],
    },
    confirmedBy: [
      'subject (or channel and ts) and event_type of both events',
      'for a command: actor, channel and time of both acts',
    ],
    refutedBy: ['two objects', 'one event type twice'],
    links: [links.githubEvents, links.slackInteractivity],
    touches: ['data'],
  },
  'bot-self-loop': {
    example: {
      language: 'TypeScript',
      code: [
        'const own = await client.auth.test(); // once, at the start: user_id and bot_id of this app',
        'const author = event.message ?? event; // an edit holds the message inside',
        'if (author.bot_id === own.bot_id || author.user === own.user_id) return;',
      ],
    },
    confirmedBy: [
      'bot_id or actor of the second event, and created_by of what the first one wrote',
      'a record line for what the app wrote, with target and record_id (CHANNEL:TS for a message)',
    ],
    refutedBy: ['an author who is a person', 'an object that no record names'],
    links: [links.slackAuthTest, links.slackMessage],
  },
  'repeated-action': {
    example: {
      language: 'SQL',
      code: [
        '-- The first press changes the state; the second finds it changed and gets no row.',
        "update requests set state = 'creating' where id = $1 and state = 'open' returning id;",
      ],
    },
    confirmedBy: [
      'two trigger_id, action_ts or view_id',
      'one delivery for each, without a retry mark',
      'the actor of each',
    ],
    refutedBy: ['one trigger id or one event id for both', 'a gap that no hand can make'],
    links: [links.slackInteractivity],
    touches: ['data'],
  },
};
