// What a message has to hold before it may be sent: what is sent to where no look goes could never be found again.
import * as z from 'zod/mini';
import type { Created } from '../../model/target.ts';
import type { Call } from '../../slack/web-client.ts';
import { unsentFor } from './called.ts';
import { messagePage, placeIn, repliesMethod } from './thread.ts';

const posted = z.looseObject({
  channel: z.string(),
  thread_ts: z.optional(z.string()),
  metadata: z.object({
    event_type: z.string().check(z.minLength(1)),
    event_payload: z.object({ source_event_key: z.string() }),
  }),
});

/** Of any other type, such as one with a dot, Slack drops the metadata with a warning, and posts the message all the same. */
const keptType = /^[A-Za-z0-9_-]+$/;

export type Sendable = { readonly args: z.output<typeof posted> } | { readonly not: Created };

const refused = (reason: string): Sendable => ({ not: { outcome: 'refused', reason, temporary: false } });

/** The arguments, or why nothing may be sent. A thread that the key does not name itself is asked about. */
export async function sendable(call: Call, request: Uint8Array, key: string): Promise<Sendable> {
  const checked = posted.safeParse(jsonOf(request));
  if (!checked.success || checked.data.metadata.event_payload.source_event_key !== key)
    return refused('request_without_key');
  const { channel, thread_ts, metadata } = checked.data;
  if (!keptType.test(metadata.event_type)) return refused('metadata_would_be_dropped');
  const place = placeIn(key);
  if (place === undefined) return refused('key_names_no_message');
  if (channel !== place.channel || thread_ts === undefined) return refused('request_elsewhere');
  if (thread_ts === place.ts) return { args: checked.data };
  const called = await call(repliesMethod, { ...place, limit: 1 });
  if (called.end !== 'answered') return { not: unsentFor(called) };
  const page = messagePage.safeParse(called.body);
  const asked = page.success ? page.data.messages.find(({ ts }) => ts === place.ts) : undefined;
  return asked?.thread_ts === thread_ts ? { args: checked.data } : refused('request_elsewhere');
}

function jsonOf(request: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(request).toString('utf8'));
  } catch {
    return undefined;
  }
}
