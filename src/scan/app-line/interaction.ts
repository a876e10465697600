// What a person pressed, submitted or typed, as an app logs what Slack sent: an object, its text, or the form that came in. Ids only.
import { wholeTs } from '../../model/ts.ts';
import { objectOf } from '../line-forms/form.ts';
import { type LogRecord, parseObject } from '../log-record.ts';

const types: ReadonlySet<unknown> = new Set([
  ...['block_actions', 'interactive_message', 'message_action', 'shortcut', 'view_submission', 'view_closed'],
]);
/** Slack sends less; a longer text is another thing. */
const longest = 256 * 1024;

/** Under the names of the fact lines. Undefined: the line carries no such act. */
export function interactionIn(record: LogRecord): Record<string, string> | undefined {
  const requests = [record.req, record.request, record.http].map(objectOf).filter((one) => one !== undefined);
  const sent = [record, ...requests].flatMap((one: LogRecord): unknown[] => [one.payload, one.body]);
  for (const value of sent) {
    const act = actOf(objectIn(value));
    if (act !== undefined) return act;
  }
  return undefined;
}

function actOf(sent: LogRecord | undefined): Record<string, string> | undefined {
  if (sent === undefined) return undefined;
  if (types.has(sent.type)) return interaction(sent);
  if (/^\/\S/.test(String(sent.command)) && isId(sent.trigger_id)) return command(sent);
  // The form that came in, as a framework has taken it apart; and an envelope of Socket Mode.
  return sent.payload === undefined || sent.type === 'events_api' ? undefined : actOf(objectIn(sent.payload));
}

function objectIn(value: unknown): LogRecord | undefined {
  if (typeof value !== 'string') return objectOf(value);
  if (value.length > longest) return undefined;
  if (value.startsWith('{')) return parseObject(value, 0);
  return /(?:^|&)(?:payload=%7B|command=%2F)/i.test(value) ? Object.fromEntries(new URLSearchParams(value)) : undefined;
}

function command(sent: LogRecord): Record<string, string> {
  return known({
    event_type: 'slash_command',
    channel: sent.channel_id,
    actor: sent.user_id,
    action_id: sent.command,
    trigger_id: sent.trigger_id,
    workspace_id: sent.team_id,
    app_id: sent.api_app_id,
  });
}

function interaction(sent: LogRecord): Record<string, string> | undefined {
  const { type, container, message, view, user, actions, trigger_id, action_ts, callback_id } = sent;
  const [place, told, shown] = [objectOf(container), objectOf(message), objectOf(view)];
  const first = Array.isArray(actions) ? objectOf(actions[0]) : undefined;
  const act = known({
    event_type: type,
    channel: place?.channel_id ?? objectOf(sent.channel)?.id,
    ts: timestamp(place?.message_ts ?? told?.ts ?? sent.message_ts),
    thread_ts: timestamp(place?.thread_ts ?? told?.thread_ts),
    client_msg_id: told?.client_msg_id,
    actor: objectOf(user)?.id,
    action_id: first?.action_id ?? callback_id ?? shown?.callback_id,
    action_ts: timestamp(first?.action_ts ?? action_ts),
    trigger_id: trigger_id ?? objectOf(sent.interactivity)?.interactivity_pointer,
    view_id: shown?.id ?? place?.view_id,
    function_execution_id: objectOf(sent.function_data)?.execution_id,
    workspace_id: objectOf(sent.team)?.id,
    app_id: sent.api_app_id ?? shown?.app_id,
  });
  return (act.trigger_id ?? (act.actor && act.action_ts)) ? act : undefined;
}

function known(fields: LogRecord): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => isId(entry[1])));
}

/** No sentence is an id. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\S{1,255}$/.test(value);
}

function timestamp(value: unknown): string | undefined {
  const text = typeof value === 'number' ? value.toFixed(6) : value;
  return typeof text === 'string' && /^\d+(?:\.\d+)?$/.test(text) ? wholeTs(text) : undefined;
}
