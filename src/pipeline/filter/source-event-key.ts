// The stable key of what an event asks for: the same for every event that stands for one action of one user.
import type { EventKey, InboundEvent } from '../../model/provider.ts';

/** `slack:T123:Ev456`. */
export function keyOfEvent({ provider, workspaceId, eventId }: EventKey): string {
  return `${provider}:${workspaceId}:${eventId}`;
}

/** `slack:T123:C9:1732900000.000100`, with `part` behind it where one subject has several intents. Without a subject, of the event. */
export function keyOfSubject(event: InboundEvent & { readonly key: EventKey }, ...parts: string[]): string {
  if (event.subject === undefined) return keyOfEvent(event.key);
  const subject = event.subject.slice(event.subject.indexOf(':') + 1);
  return [event.key.provider, event.key.workspaceId, subject, ...parts].join(':');
}
