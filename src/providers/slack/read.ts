// What does one payload say about itself? Ids and instants only: text, names and tokens are never looked at.
import { type Instant, parseInstant, parseSlackTs } from '../../model/instant.ts';
import type { EventKey, InboundEvent } from '../../model/provider.ts';
import { actionFields, commandFields } from './action.ts';
import { eventFields } from './event.ts';
import { subjectOf } from './subject.ts';
import { at, field, idOf } from './value.ts';

/**
 * Undefined for what asks but reports nothing: `url_verification`, `ssl_check`, `app_rate_limited` (events were dropped,
 * the opposite of a duplicate), `hello`, `disconnect`, and suggestions (a read at every keystroke).
 */
export function readPayload(provider: string, payload: unknown): InboundEvent | undefined {
  const envelopeId = idOf(field(payload, 'envelope_id'));
  const body = envelopeId === undefined ? payload : field(payload, 'payload');
  const parts = partsOf(body);
  if (parts === undefined) return undefined;

  const fields = defined({ ...parts.fields, envelope_id: envelopeId });
  return {
    key: keyOf(provider, parts.eventId, body),
    appId: idOf(field(body, 'api_app_id'), at(body, 'view', 'app_id')),
    type: fields.event_type,
    subtype: fields.event_subtype,
    eventTime: eventTimeOf(body),
    subject: subjectOf(fields),
    fields,
  };
}

export interface Parts {
  readonly eventId: string | undefined;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

function partsOf(body: unknown): Parts | undefined {
  if (field(body, 'type') === 'event_callback') return eventFields(body);
  if (idOf(field(body, 'command')) !== undefined) return commandFields(body);
  return actionFields(body);
}

/**
 * The workspace of the envelope, else its organisation. In Slack Connect this can be the sender's workspace, and copies for
 * two installations can differ in it (`context_team_id` is kept beside it); the subject has no workspace for that reason.
 */
function keyOf(provider: string, eventId: string | undefined, body: unknown): EventKey | undefined {
  if (eventId === undefined) return undefined;
  const team = idOf(field(body, 'team_id'), at(body, 'team', 'id'));
  const enterprise = idOf(field(body, 'enterprise_id'), at(body, 'enterprise', 'id'));
  return { eventId, workspaceId: team ?? enterprise ?? '', provider };
}

/** When Slack says it happened: whole seconds for events, microseconds for actions, nothing for commands. */
function eventTimeOf(body: unknown): Instant | undefined {
  const seconds = field(body, 'event_time');
  if (typeof seconds === 'number') return parseInstant(seconds * 1000);
  const acted = field(body, 'action_ts') ?? at(body, 'actions', '0', 'action_ts');
  return typeof acted === 'string' ? parseSlackTs(acted) : undefined;
}

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
