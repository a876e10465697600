// CloudEvents: source and id together are the identity, and equal pairs are one event sent again.
// https://github.com/cloudevents/spec/blob/main/cloudevents/spec.md
import { parseInstant } from '../model/instant.ts';
import type { Headers, InboundEvent, Provider } from '../model/provider.ts';
import { headerOf } from './header.ts';
import { field, idOf } from './value.ts';
import { inboundEvent, webhookProvider } from './webhook.ts';

/** The specification says nothing about repeats: whoever sends decides, and the configuration can tell. */
export function cloudevents(id: string): Provider {
  return webhookProvider({
    id,
    title: 'CloudEvents',
    retries: undefined,
    read: (payload, headers) => read(id, payload, headers),
  });
}

/** In headers (`ce-id`), or in the body beside the data. */
function read(provider: string, payload: unknown, headers: Headers): InboundEvent | undefined {
  const isBinary = headerOf(headers, 'ce-id') !== undefined;
  const own = (name: string) => (isBinary ? headerOf(headers, `ce-${name}`) : field(payload, name));
  const source = idOf(own('source'));
  const eventId = idOf(own('id'));
  if (own('specversion') === undefined || source === undefined || eventId === undefined) return undefined;
  const subject = idOf(own('subject'));
  const happened = own('time');
  return inboundEvent(provider, {
    eventId,
    scope: source,
    type: idOf(own('type')),
    subject: subject && `${source}#${subject}`,
    eventTime: typeof happened === 'string' ? parseInstant(happened) : undefined,
    fields: { event_time: idOf(happened) },
  });
}
