// The kinds of listeners, and which method of Bolt for Python registers which.
export const listenerKinds = [
  'event',
  'message',
  'command',
  'action',
  'shortcut',
  'view',
  'options',
  'function',
  'use',
  'assistant',
  'step',
] as const;
export type ListenerKind = (typeof listenerKinds)[number];

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
};
