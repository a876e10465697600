// What Slack's packages for Node offered beside Bolt: the events adapter, the adapter for interactive messages, the client of Socket Mode.
import type { ListenerKind } from './listener-kinds.ts';
import type { SlackApp } from './slack-app.ts';
import type { Call } from './syntax.ts';

type EmitterKind = Extract<SlackApp['kind'], 'emitter' | 'message-adapter' | 'socket-client'>;

const made: readonly (readonly [pattern: RegExp, kind: EmitterKind])[] = [
  [/^@slack\/events-api(\.default)?\.createEventAdapter\(\)$/, 'emitter'],
  [/^@slack\/(rtm-api|client)(\.default)?\.RTMClient\(\)$/, 'emitter'],
  [/^@slack\/interactive-messages(\.default)?\.createMessageAdapter\(\)$/, 'message-adapter'],
  [/^@slack\/socket-mode(\.default)?\.SocketModeClient\(\)$/, 'socket-client'],
];

/** `path` is that of what a call made. */
export function emitterKind(path: string): EmitterKind | undefined {
  return made.find(([pattern]) => pattern.test(path))?.[1];
}

/** `path` is that of the method that registers; undefined: it registers no listener of Slack's. */
export function emitterListener(path: string, call: Call): ListenerKind | undefined {
  const [, object = '', method = ''] = /^(.*)\.(\w+)$/.exec(path) ?? [];
  const kind = emitterKind(object);
  if (kind === undefined) return undefined;
  if (kind === 'message-adapter') return ofAdapter[method];
  const name = call.args[0]?.value;
  if (method !== 'on' || name?.form !== 'text' || name.value === undefined || own.test(name.value)) return undefined;
  // https://github.com/slackapi/node-slack-sdk/tree/main/packages/socket-mode#listen-for-an-event
  return kind === 'socket-client' ? (ofSocket[name.value] ?? 'event') : 'event';
}

const ofAdapter: Readonly<Record<string, ListenerKind>> = {
  action: 'action',
  options: 'options',
  shortcut: 'shortcut',
  viewSubmission: 'view',
  viewClosed: 'view',
};

const ofSocket: Readonly<Record<string, ListenerKind>> = { slash_commands: 'command', interactive: 'action' };

/** What they tell of themselves. */
const own =
  /^(error|ready|start|connecting|connected|authenticated|disconnecting|disconnected|disconnect|reconnecting|unable_to_socket_mode_start|close|ping|pong|hello|ws_message|state:\w+)$/;

/** What each hands to a listener, by place. */
export const emitterGives: Readonly<Record<EmitterKind, readonly string[]>> = {
  emitter: ['slack.event', 'slack.body'],
  'message-adapter': ['slack.payload', 'slack.respond'],
  'socket-client': ['slack'],
};
