// What the code does with the events that a manifest subscribes, for lint.
import type { CodeInput } from '../audit-input.ts';
import type { HandlerFacts } from '../lint-input.ts';
import { mentionsAnywhere } from './every-expr.ts';
import { looksAt } from './looks.ts';
import { mayBeTwins } from './open-twins.ts';
import type { Listener } from './slack-app.ts';
import { twinsIn } from './twins.ts';

/** Undefined: no listener was found, so that nothing can be said. */
export function handlerFactsOf(input: CodeInput): HandlerFacts | undefined {
  const { listeners, routes, program } = input;
  if (listeners.length === 0 && !routes.some(({ readsEvents }) => readsEvents)) return undefined;
  const event = (name: string) =>
    listeners.find(
      ({ kind, wanted }) => (kind === 'event' && wanted?.is === 'text' && wanted.value === name) || kind === name,
    );
  const messages = listeners.filter(isForMessages);
  return {
    mention: event('app_mention')?.location,
    message: event('message')?.location,
    bothAct: twinsIn(input).length > 0,
    mayBothAct: mayBeTwins(input),
    // A handler that could not be followed, or a middleware, may look.
    looksAtSubtype: messages.some((one) => isHidden(one) || looksAt(one.acts, /^subtype$/)),
    // Bolt itself leaves most own messages out.
    looksAtSender:
      messages.some(({ app }) => app === undefined || /^bolt/.test(app.kind)) ||
      mentionsAnywhere(program, /^(bot_?id|botId|app_id|bot_user_id|botUserId)$/),
    looksAtApp: mentionsAnywhere(program, /^(api_app_id|apiAppId)$/),
  };
}

function isForMessages({ kind, wanted }: Listener): boolean {
  return kind === 'message' || (kind === 'event' && wanted?.is === 'text' && wanted.value === 'message');
}

function isHidden({ handler, isWrapped, extras, wanted, kind }: Listener): boolean {
  return !handler || isWrapped || extras.length > 0 || (kind === 'message' && wanted !== undefined);
}
