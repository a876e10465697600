// Is a word in a text all that makes something?
import type { AuditInput } from '../model/audit-input.ts';
import { effectOf } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { looksAt } from '../model/code/looks.ts';
import type { Listener } from '../model/code/slack-app.ts';
import type { Expr } from '../model/code/syntax.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly pattern: string;
  readonly effect: string;
}

export const textOnlyTrigger = defineRule<AuditInput, Args>({
  id: 'text-only-trigger',
  title: 'A word in a text is all that makes something',
  severity: 'note',
  problem:
    'A word comes in quotes, in edits, in messages of other bots and in files with a text. A listener that makes something wherever the word stands makes it once more for each.',
  fix: [
    'Anchor the pattern to the beginning of the text, look at subtype and sender, and key the effect on channel and ts.',
  ],
  check({ program, listeners }) {
    return listeners.flatMap((listener) => {
      const { acts, location, extras } = listener;
      const pattern = looseText(listener);
      if (pattern === undefined || extras.some(isMiddleware) || atomicClaims(program, acts).length > 0) return [];
      if (looksAt(acts, /^(subtype|bot_?id|botId|bot_profile|thread_ts|channel_type|channel|user|hidden)$/)) return [];
      const effect = acts.map((act) => effectOf(program, act)).find((one) => one?.creates && one.kind !== 'slack');
      return effect ? [found(this.id, location, { pattern, effect: effect.name })] : [];
    });
  },
  say: ({ pattern, effect }) =>
    `Every message with ${pattern} in it comes to ${effect}: quotes, broadcasts and files with that text too.`,
});

/** In JavaScript the pattern stands in one row with the middleware. */
function isMiddleware({ form }: Expr): boolean {
  return form !== 'text' && form !== 'regex';
}

function looseText({ kind, wanted }: Listener): string | undefined {
  if (kind !== 'message' || !wanted) return undefined;
  if (wanted.is === 'text') return `"${wanted.value}"`;
  return wanted.is === 'regex' && !/^\^/.test(wanted.source) ? `/${wanted.source}/` : undefined;
}
