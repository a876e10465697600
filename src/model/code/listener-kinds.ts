// The kinds of listeners that an app of Slack has.
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
