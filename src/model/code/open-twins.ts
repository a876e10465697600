// May a mention and its message both be acted on, although that could not be seen?

import type { Program } from './program.ts';
import type { Listener, SlackCode } from './slack-app.ts';
import { actOf, eventOf, isAskedInFront, isOpen } from './twins.ts';
import type { Wanted } from './wanted.ts';

/** A handler that could not be followed may do anything, and a pattern may fit what a mention says. */
export function mayBeTwins({ program, listeners }: SlackCode & { readonly program: Program }): boolean {
  if (isAskedInFront(program)) return false;
  const mayAct = (one: Listener) => isHidden(one) || actOf(program, one.acts) !== undefined;
  const heard = listeners.filter(mayAct);
  const mentions = heard.filter((one) => eventOf(one) === 'app_mention');
  const messages = heard.filter((one) => eventOf(one) === 'message' && mayHearMention(program, one));
  return mentions.some((mention) =>
    messages.some(({ app, language }) => app === mention.app && language === mention.language),
  );
}

function isHidden({ handler, isWrapped }: Listener): boolean {
  return !handler || isWrapped;
}

function mayHearMention(program: Program, one: Listener): boolean {
  if (one.kind !== 'message') return isHidden(one) || isOpen(program, one);
  if (!mayFitMention(one.wanted)) return false;
  const extras = one.extras.filter(({ form }) => form !== 'text' && form !== 'regex');
  return isHidden(one) || isOpen(program, { ...one, wanted: undefined, extras });
}

/** The text of a mention has `<@U123>` in it, and before and behind it anything. */
function mayFitMention(wanted: Wanted | undefined): boolean {
  if (wanted?.is !== 'regex') return true;
  const isWhole = wanted.source.startsWith('^') && wanted.source.endsWith('$') && !wanted.source.endsWith('\\$');
  return !isWhole || /[.<@|]|\\[SWD]|\[\^/.test(wanted.source);
}
