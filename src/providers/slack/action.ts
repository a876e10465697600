// Which ids stand in a command, a click, a shortcut or a submitted view? These have no event_id: something else is theirs.
import type { Parts } from './read.ts';
import { at, field, idOf, tsOf } from './value.ts';

/** Asked at every keystroke, or by Slack itself: they never create anything. */
const questions = new Set([
  'block_suggestion',
  'dialog_suggestion',
  'url_verification',
  'app_rate_limited',
  'hello',
  'disconnect',
]);

export function commandFields(body: unknown): Parts {
  const trigger = idOf(field(body, 'trigger_id'));
  return {
    eventId: trigger,
    fields: {
      event_type: 'slash_command',
      channel: idOf(field(body, 'channel_id')),
      actor: idOf(field(body, 'user_id')),
      action_id: idOf(field(body, 'command')),
      trigger_id: trigger,
    },
  };
}

/** Undefined: a question, or nothing that a person did. */
export function actionFields(body: unknown): Parts | undefined {
  const type = idOf(field(body, 'type'));
  if (type === undefined || questions.has(type)) return undefined;
  const actor = idOf(at(body, 'user', 'id'));
  const trigger = triggerOf(body);
  if (actor === undefined && trigger === undefined) return undefined;

  const actionTs = tsOf(at(body, 'actions', '0', 'action_ts'), field(body, 'action_ts'));
  const view = idOf(at(body, 'view', 'id'), at(body, 'container', 'view_id'));
  return {
    eventId: trigger ?? closing(type, view, body) ?? (actionTs && actor && `${actor}:${actionTs}`),
    fields: {
      event_type: type,
      channel: idOf(at(body, 'container', 'channel_id'), at(body, 'channel', 'id')),
      ts: tsOf(at(body, 'container', 'message_ts'), at(body, 'message', 'ts'), field(body, 'message_ts')),
      thread_ts: tsOf(at(body, 'container', 'thread_ts'), at(body, 'message', 'thread_ts')),
      client_msg_id: idOf(at(body, 'message', 'client_msg_id')),
      actor,
      action_id: idOf(
        at(body, 'actions', '0', 'action_id'),
        field(body, 'callback_id'),
        at(body, 'view', 'callback_id'),
      ),
      action_ts: actionTs,
      trigger_id: trigger,
      view_id: view,
      function_execution_id: idOf(at(body, 'function_data', 'execution_id')),
    },
  };
}

/** Inside a workflow step the pointer stands where the trigger stands elsewhere. */
function triggerOf(body: unknown): string | undefined {
  return idOf(field(body, 'trigger_id'), at(body, 'interactivity', 'interactivity_pointer'));
}

/** A closed view has no trigger, and a submitted one is not promised it: the view in this state stands for the act. */
function closing(type: string, view: string | undefined, body: unknown): string | undefined {
  if (view === undefined || !type.startsWith('view_')) return undefined;
  return [type, view, idOf(at(body, 'view', 'hash'))].filter((part) => part !== undefined).join(':');
}
