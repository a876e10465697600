// Do two handlers both act on one message: once as a message, once as a mention?
import type { AuditInput } from '../model/audit-input.ts';
import { placeOf } from '../model/code/answers.ts';
import { twinsIn, twinsInOne, twinsInTwo } from '../model/code/twins.ts';
import { defineRule, found, noted } from '../model/found.ts';

export const messageAndAppMention = defineRule<AuditInput, { readonly mention: string; readonly message: string }>({
  id: 'message-and-app-mention',
  title: 'A mention is handled twice: as app_mention and as message',
  severity: 'note',
  problem:
    'A message that mentions the app comes as app_mention and as message, under two event ids, in any order. Handlers for both that both act, and nothing between them that tells a mention apart, make two of one message.',
  fix: [
    'In the message handler leave messages alone that mention the app (its user id in the text) or that are not direct messages.',
    'Or let one entry point do both, and key the effect on channel and ts of the message.',
  ],
  check(input) {
    const inRoutes = input.routes.flatMap((route) => {
      const both = twinsInOne(input.program, route);
      const two = both ? undefined : twinsInTwo(input.program, route);
      if (two)
        return [
          found(
            this.id,
            placeOf(two.message),
            { mention: two.mentionAct, message: two.messageAct },
            { related: [noted(placeOf(two.mention), 'the mention is handled here')], certainty: 'consistent' },
          ),
        ];
      return both
        ? [found(this.id, placeOf(both.test), { mention: both.effect.name, message: '' }, { certainty: 'consistent' })]
        : [];
    });
    const inListeners = twinsIn(input).map(({ mention, message, mentionAct, messageAct }) =>
      found(
        this.id,
        message.location,
        { mention: mentionAct, message: messageAct },
        { related: [noted(mention.location, 'the mention is handled here')], certainty: 'consistent' },
      ),
    );
    return [...inListeners, ...inRoutes];
  },
  say: ({ mention, message }) =>
    message === ''
      ? `A mention in a channel comes here twice, as app_mention and as message, and both come to ${mention}: nothing here tells them apart.`
      : `A mention in a channel reaches this handler as well (${message}) as the one for app_mention (${mention}), and nothing here tells it apart.`,
});
