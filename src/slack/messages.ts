// A message as Slack answers it, without its text: what is left of that is whether two messages read alike.
// https://docs.slack.dev/reference/methods/conversations.replies, /messaging/message-metadata
import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { parseSlackTs } from '../model/instant.ts';
import type { SlackMessage } from './connection.ts';

const text = z.optional(z.string());

export const messagePage = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      thread_ts: text,
      subtype: text,
      team: text,
      user: text,
      bot_id: text,
      app_id: text,
      client_msg_id: text,
      text,
      blocks: z.optional(z.array(z.unknown())),
      attachments: z.optional(z.array(z.unknown())),
      bot_profile: z.optional(z.object({ app_id: text })),
      metadata: z.optional(z.object({ event_payload: z.optional(z.looseObject({})) })),
    }),
  ),
  has_more: z.optional(z.boolean()),
  response_metadata: z.optional(z.object({ next_cursor: text })),
});

type Raw = z.output<typeof messagePage>['messages'][number];

const secret = randomBytes(32);

export function messageOf(channel: string, raw: Raw): SlackMessage {
  const key = raw.metadata?.event_payload?.source_event_key;
  return {
    channel,
    ts: raw.ts,
    at: parseSlackTs(raw.ts),
    threadTs: raw.thread_ts,
    workspaceId: raw.team,
    userId: raw.user,
    botId: raw.bot_id,
    appId: raw.app_id ?? raw.bot_profile?.app_id,
    clientMsgId: raw.client_msg_id,
    sourceEventKey: typeof key === 'string' && key !== '' ? key : undefined,
    likeness: likenessOf(raw),
  };
}

function likenessOf({ text, blocks, attachments, subtype }: Raw): string {
  const whole = text?.trim() ? text : JSON.stringify([blocks, attachments, subtype]);
  const shape = whole
    .toLowerCase()
    .replace(/<[^>]*>|https?:\/\/\S+|"block_id":"[^"]*"/g, '<>')
    .replace(/\b[a-z]*\d[\w-]*/g, '0')
    .replace(/\s+/g, ' ')
    .trim();
  return createHmac('sha256', secret).update(shape).digest('hex');
}
