// Does a raw receiver answer what the app itself has said?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { effectOf } from '../model/code/effects.ts';
import { mentionsAnywhere } from '../model/code/every-expr.ts';
import { readsField } from '../model/code/handler-reads.ts';
import { looksAt, mentions } from '../model/code/looks.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly effect: string;
}

export const missingOwnBotFilter = defineRule<AuditInput, Args>({
  id: 'missing-own-bot-filter',
  title: 'The app answers its own messages',
  severity: 'note',
  problem:
    'A receiver without Bolt gets the messages that the app itself posts. One that posts an answer to each message answers its own answer, for ever.',
  fix: ['Ignore events with a bot_id, or those whose user is the own one, also inside event.message of an edit.'],
  check({ program, routes, listeners }) {
    const adapted = listeners.filter(({ app }) => app !== undefined && !/^bolt/.test(app.kind));
    if (
      (routes.length === 0 && adapted.length === 0) ||
      mentionsAnywhere(
        program,
        /^(bot_?id|bot_message|bot_profile|app_id|subtype|is_bot|botId|bot_user_id|botUserId|auth\.?_?test)$/i,
      )
    )
      return [];
    const posts = (acts: readonly Act[]) =>
      acts.map((act) => effectOf(program, act)).find((one) => one?.kind === 'slack' && one.creates);
    const inListeners = adapted.flatMap(({ acts, location, wanted }) => {
      const effect =
        wanted?.is === 'text' && wanted.value === 'message'
          ? posts(acts.filter((act) => !isBehindWord(act)))
          : undefined;
      return effect ? [found(this.id, location, { effect: effect.name }, { certainty: 'consistent' })] : [];
    });
    const inRoutes = routes.flatMap(({ acts, handler, location, readsEvents }) => {
      // A message shortcut holds a message too, and no event.
      if (!readsEvents || !readsField(handler, acts, /^event$/)) return [];
      // What is posted through the Web API has no client_msg_id.
      if (looksAt(acts, /^client_?msg_?id$/i)) return [];
      const effect = posts(acts.filter((act) => !isBehindMention(act) && !isBehindWord(act)));
      if (!effect || !looksAt(acts, /^message$/) || isForMentions(acts)) return [];
      return [found(this.id, location, { effect: effect.name }, { certainty: 'consistent' })];
    });
    return [...inListeners, ...inRoutes];
  },
  say: ({ effect }) =>
    `This answers messages with ${effect}, and nothing in the code tells the app's own messages apart.`,
});

/** Only a mention comes there, whatever else is looked at. */
function isBehindMention({ arms }: Act): boolean {
  return arms.some(
    ({ test, side }) =>
      side === 'yes' &&
      test.form === 'operation' &&
      /^===?$/.test(test.sign) &&
      test.parts.some((part) => part.form === 'text' && part.value === 'app_mention'),
  );
}

/** `text.lower() == "start"`: the answer says more than that word. */
function isBehindWord({ arms }: Act): boolean {
  return arms.some(
    ({ test, side }) =>
      side === 'yes' &&
      everyExpr(test).some(
        (one) =>
          one.form === 'operation' &&
          /^===?$/.test(one.sign) &&
          one.parts.some(
            (part) => part.form === 'text' && !/^(message|app_mention|event_callback)$/.test(part.fixed),
          ) &&
          one.parts.some((part) => mentions(part, /^(text|msg|message|command|words?)$/i)),
      ),
  );
}

/** It names the event of a mention and no other: an app does not mention itself. */
function isForMentions(acts: readonly Act[]): boolean {
  const texts = acts.flatMap(({ kind, expr }) =>
    kind === 'test' && expr
      ? everyExpr(expr).flatMap((one) => (one.form === 'text' && one.value !== undefined ? [one.value] : []))
      : [],
  );
  return texts.includes('app_mention') && !texts.includes('message');
}
