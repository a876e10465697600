// The methods by which Bolt for Python, slackeventsapi and Bolt's assistants are handed their listeners.

import type { ListenerKind } from './listener-kinds.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Argument, Expr } from './syntax.ts';

/** https://docs.slack.dev/tools/bolt-python/reference/app/app.html */
export const pythonKinds: Readonly<Record<string, ListenerKind>> = {
  event: 'event',
  message: 'message',
  command: 'command',
  shortcut: 'shortcut',
  global_shortcut: 'shortcut',
  message_shortcut: 'shortcut',
  action: 'action',
  block_action: 'action',
  attachment_action: 'action',
  view: 'view',
  view_submission: 'view',
  view_closed: 'view',
  options: 'options',
  block_suggestion: 'options',
  function: 'function',
  use: 'use',
  middleware: 'use',
  on: 'event',
  error: 'use',
  thread_started: 'assistant',
  thread_context_changed: 'assistant',
  user_message: 'assistant',
};

/** `(*[handler])`: the first of what is spread. */
export function unpacked(program: Program, arg: Argument | undefined, scope: Scope): Expr | undefined {
  if (!arg?.isSpread) return arg?.value;
  const list = program.evaluate(arg.value, scope);
  return list?.is === 'plain' && list.expr.form === 'list' ? list.expr.items[0] : undefined;
}
