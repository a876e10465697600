// Is a word in a text all that makes something?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { effectOf, shortName } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { looksAt, mentions } from '../model/code/looks.ts';
import type { Program } from '../model/code/program.ts';
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
      const isOpen = pattern === undefined && isForMessages(listener);
      if ((pattern === undefined && !isOpen) || extras.some(isMiddleware) || atomicClaims(program, acts).length > 0)
        return [];
      if (looksAt(acts, /^(subtype|bot_?id|botId|bot_profile|thread_ts|channel_type|channel|user|hidden)$/)) return [];
      for (const act of acts) {
        const effect = effectOf(program, act);
        const own =
          (effect?.creates && effect.kind !== 'slack') || counts(act)
            ? (pattern ?? wordAskedFor(program, acts, act))
            : undefined;
        if (own === undefined || act.expr?.form !== 'call') continue;
        return [found(this.id, location, { pattern: own, effect: effect?.name ?? shortName(act.expr) })];
      }
      return [];
    });
  },
  say: ({ pattern, effect }) =>
    `Every message with ${pattern} in it comes to ${effect}: quotes, broadcasts and files with that text too.`,
});

/** A count in Redis is one higher each time. */
function counts({ kind, path }: Act): boolean {
  return (
    kind === 'call' && /^(redis|ioredis|@upstash\/redis|@vercel\/kv)\b.*\.(h|z)?incr(by(float)?)?$/i.test(path ?? '')
  );
}

function isForMessages({ kind, wanted, handler }: Listener): boolean {
  return (
    handler !== undefined && ((kind === 'message' && !wanted) || (wanted?.is === 'text' && wanted.value === 'message'))
  );
}

/** `if (event.text.includes("deploy")) …`: the last condition that leads there, where it is about a word. */
function wordAskedFor(program: Program, acts: readonly Act[], act: Act): string | undefined {
  const last = act.arms.findLast(({ side }) => side === 'yes');
  const turned = last ? last.test : turnedAwayBefore(acts, act);
  const scope = last?.scope ?? act.scope;
  if (turned?.form !== 'call' || turned.callee.form !== 'member') return undefined;
  const { callee, args } = turned;
  const { name = '', object } = callee;
  const [first] = args;
  if (!first) return undefined;
  const [asked, text] = name === 'test' ? [object, first.value] : [first.value, object];
  if (!/^(test|includes|match)$/.test(name) || !mentions(text, /^text$/)) return undefined;
  const own = program.evaluate(asked, scope);
  if (own?.is !== 'plain') return undefined;
  if (own.expr.form === 'text' && own.expr.value !== undefined) return `"${own.expr.value}"`;
  return own.expr.form === 'regex' && !own.expr.source.startsWith('^') ? `/${own.expr.source}/` : undefined;
}

/** `if (!text.includes("deploy")) return;` */
function turnedAwayBefore(acts: readonly Act[], { n }: Act): Expr | undefined {
  const test = acts.findLast((one) => one.kind === 'return' && one.n < n && one.arms.length === 1)?.arms[0]?.test;
  return test?.form === 'operation' && /^(not|!)$/.test(test.sign) ? test.parts[0] : undefined;
}

/** In JavaScript the pattern stands in one row with the middleware. */
function isMiddleware({ form }: Expr): boolean {
  return form !== 'text' && form !== 'regex';
}

function looseText({ kind, wanted }: Listener): string | undefined {
  if (kind !== 'message' || !wanted) return undefined;
  if (wanted.is === 'text') return `"${wanted.value}"`;
  return wanted.is === 'regex' && !/^\^/.test(wanted.source) ? `/${wanted.source}/` : undefined;
}
