// Handlers of app_mention and of messages that both act on one post in a channel.
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import { storeUses } from './dedupe-stores.ts';
import { type Effect, effectOf } from './effects.ts';
import { isForBoth, isForOne, isPart } from './event-conditions.ts';
import { atomicClaims } from './guards.ts';
import { inFrontOfBolt } from './in-front-of-bolt.ts';
import { looksAt, mentions } from './looks.ts';
import type { Program } from './program.ts';
import type { Route } from './routes.ts';
import { lookUp, type Scope } from './scope.ts';
import { isPlain } from './signature.ts';
import type { Listener, SlackCode } from './slack-app.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';
import type { Wanted } from './wanted.ts';
import { memberName } from './ways.ts';

export interface Twins {
  readonly mention: Listener;
  readonly message: Listener;
  readonly mentionAct: string;
  readonly messageAct: string;
}

interface Code extends SlackCode {
  readonly program: Program;
}

const sharedId = /client_?msg_?id/i;

/** Only pairs of which nothing that can be read tells a mention from a message. */
export function twinsIn({ program, listeners }: Code): Twins[] {
  if (isAskedInFront(program)) return [];
  const acting = listeners.filter((one) => one.handler && !one.isWrapped);
  const mentionsHandlers = acting.filter((one) => eventOf(one) === 'app_mention');
  const messages = acting.filter((one) => eventOf(one) === 'message' && isOpen(program, one));
  return mentionsHandlers.flatMap((mention) =>
    messages.flatMap((message) => {
      if (message.app !== mention.app || message.language !== mention.language) return [];
      const [a, b] = [actOf(program, mention.acts), actOf(program, message.acts)];
      return a && b ? [{ mention, message, mentionAct: a.name, messageAct: b.name }] : [];
    }),
  );
}

/** What is asked in front of Bolt by the one id that both share is asked for both. */
export function isAskedInFront(program: Program): boolean {
  return inFrontOfBolt(program, sharedId).some(({ acts }) => looksAt(acts, sharedId));
}

/** A receiver that lets both through one condition, and does one thing for both. */
export function twinsInOne(
  program: Program,
  { acts }: Pick<Route, 'acts'>,
): { readonly test: Act; readonly effect: Effect } | undefined {
  const test = acts.find(({ kind, expr }) => kind === 'test' && expr !== undefined && isForBoth(expr));
  const own = test?.expr;
  if (!test || !own) return undefined;
  const others = acts.filter(
    ({ kind, expr }) => kind !== 'test' || (expr !== undefined && !isForBoth(expr) && !isPart(expr, own)),
  );
  if (!isUntold(others) || storeUses(acts).length > 0 || atomicClaims(program, acts).length > 0) return undefined;
  const behind = acts.filter(({ arms }) => arms.some((arm) => arm.side === 'yes' && arm.test === own));
  const effect = actOf(program, behind);
  return effect && { test, effect };
}

/** A receiver with a condition for each, and one thing behind either. */
export function twinsInTwo(
  program: Program,
  { acts }: Pick<Route, 'acts'>,
):
  | { readonly mention: Act; readonly message: Act; readonly mentionAct: string; readonly messageAct: string }
  | undefined {
  const behind = (test: Act) =>
    acts.filter(({ arms }) => arms.some((arm) => arm.side === 'yes' && arm.test === test.expr));
  // The left side of an `and` is a condition too, and nothing but the right one stands behind it.
  const [mention, message] = ['app_mention', 'message'].map((name) =>
    acts.find(
      (act) => act.kind === 'test' && act.expr && isForOne(act.expr, name) && actOf(program, behind(act)) !== undefined,
    ),
  );
  if (!mention || !message || mention.scope !== message.scope) return undefined;
  const ofMention = behind(mention);
  const others = acts.filter((act) => !ofMention.includes(act) && !(act.expr && isForMention(act)));
  if (!isUntold(others) || storeUses(acts).length > 0 || atomicClaims(program, acts).length > 0) return undefined;
  const [a, b] = [actOf(program, ofMention), actOf(program, behind(message))];
  return a && b ? { mention, message, mentionAct: a.name, messageAct: b.name } : undefined;
}

function isForMention({ kind, expr }: Act): boolean {
  return kind === 'test' && expr !== undefined && isForOne(expr, 'app_mention');
}

export function eventOf({ kind, wanted }: Listener): string | undefined {
  if (kind === 'message') return 'message';
  return kind === 'event' && wanted?.is === 'text' ? wanted.value : undefined;
}

/** What tells a direct message, a thread, a mention or a pattern apart: then both need not meet. */
const tellsApart =
  /^(channel_type|im|mpim|thread_ts|is_im|isDM|is_dm|bot_?user_?id|botUserId|BOT_ID|BOT_USER_ID|bot_id_user|mention\w*|isMention\w*|is_mention\w*|\w*[mM]ention\w*|<@.*|.*<@.*|app_mention|parent_user_id|directMention)$/;

/** Nothing that can be read keeps a mention in a channel out. */
export function isOpen(program: Program, { kind, extras, wanted, acts, site }: Listener): boolean {
  // A pattern or a middleware lets only some messages through.
  if (
    !extras.every((one) => letsMentionsThrough(program, one, site.scope)) ||
    (kind === 'message' && wanted !== undefined && !isEvery(wanted))
  )
    return false;
  return isUntold(beforeActing(program, acts));
}

/** `message(".*")` */
function isEvery(wanted: Wanted): boolean {
  const source = wanted.is === 'text' ? wanted.value : wanted.is === 'regex' ? wanted.source : undefined;
  return source !== undefined && /^\^?(\.\*)?\$?$/.test(source);
}

/** Something rests on it: `event.thread_ts or event.ts` only picks a value. */
function decides(acts: readonly Act[], { expr: test }: Act): boolean {
  return acts.some(
    ({ kind, expr, arms }) =>
      kind !== 'test' &&
      !(kind === 'call' && expr?.form === 'call' && isPlain(expr)) &&
      arms.some((arm) => test !== undefined && isPart(test, arm.test)),
  );
}

/** Up to the first thing that is done for everybody: what is looked at behind it tells nothing apart any more. */
function beforeActing(program: Program, acts: readonly Act[]): readonly Act[] {
  const first = acts.find((act) => {
    const effect = effectOf(program, act);
    const isForAll = act.arms.every(({ ends, side }) => !ends && side !== 'catch');
    return isForAll && (effect?.creates === true || effect?.kind === 'model');
  });
  return first ? acts.filter(({ n }) => n <= first.n) : acts;
}

/** `if bare == event["text"]` behind `bare = re.sub("<@…", "", event["text"])`: without a mention both are one. */
function comparesWithoutMention({ expr, scope }: Act): boolean {
  if (expr?.form !== 'operation' || !/^[!=]==?$/.test(expr.sign)) return false;
  if (expr.parts.some(({ form }) => form === 'text' || form === 'literal')) return false;
  return expr.parts.some(
    (part) =>
      part.form === 'name' &&
      lookUp(scope, part.name).some((one) => one.is === 'value' && one.value.form === 'call' && cutsMention(one.value)),
  );
}

function cutsMention(value: Expr): boolean {
  return mentions(value, /<@/) || everyExpr(value).some((one) => one.form === 'regex' && /<@/.test(one.source));
}

/** Nothing on the way tells a mention apart. */
function isUntold(acts: readonly Act[]): boolean {
  const tests = acts.filter((act) => act.kind === 'test' && decides(acts, act));
  return (
    !looksAt(tests, tellsApart) &&
    !tests.some(comparesWithoutMention) &&
    !acts.some(
      ({ expr, kind: act, arms }) =>
        act === 'call' &&
        expr?.form === 'call' &&
        // What runs for each item of a list picks values, and no message.
        !arms.some(({ side }) => side === 'body') &&
        isGate(expr),
    )
  );
}

/** It can be read whole, and looks at nothing but who wrote, what kind of message it is and that it stands in a channel. */
function letsMentionsThrough(program: Program, expr: Expr, scope: Scope): boolean {
  if (expr.form === 'list') return expr.items.every((one) => letsMentionsThrough(program, one, scope));
  const own = program.evaluate(expr, scope);
  if (own?.is !== 'function') return false;
  const acts = actsOf(program, own.fn);
  const parts = acts.flatMap(({ kind, expr: part }) => (kind !== 'assign' && part ? everyExpr(part) : []));
  return (
    acts.some(({ kind }) => kind === 'test') &&
    parts.every((part) => {
      if (part.form === 'text') return part.value !== undefined && ofEveryChannel.test(part.value);
      if (part.form === 'call') return /^\?\.(get|next)$/.test(memberName(part)) || isOfSubtype(part);
      return (
        part.form !== 'regex' && (part.form !== 'name' || part.name === 'channel_type' || !tellsApart.test(part.name))
      );
    })
  );
}

const ofEveryChannel =
  /^(subtype|bot_id|bot_message|bot_profile|message_(changed|deleted|replied)|channel_(join|leave|topic|purpose|name|archive)|channel_type|channel|event)$/;

/** `unwanted.includes(event.subtype)` */
function isOfSubtype({ callee, args }: Call): boolean {
  const own = args[0]?.value;
  return (
    callee.form === 'member' &&
    /^(includes|indexOf)$/.test(callee.name ?? '') &&
    own?.form === 'member' &&
    own.name === 'subtype'
  );
}

/** A call that may tell: by its name, or by that of the object that it is asked of. */
function isGate({ callee, args }: Call): boolean {
  const names: (string | undefined)[] = [];
  let here: Expr = callee;
  for (; here.form === 'member'; here = here.object) names.push(here.name);
  if (here.form === 'name') names.push(here.name);
  const [own] = names;
  if (own === 'filter' && args[0]?.value.form === 'function') return false;
  return !/^is(Array|NaN|Integer|Finite)$/.test(own ?? '') && names.some((name) => gates.test(name ?? ''));
}

const gates = /^(is|has|should|check|filter|dedupe|dedup|claim|acquire|already|seen|mark|has_?been)\w*$/i;

export function actOf(program: Program, acts: readonly Act[]): Effect | undefined {
  return acts
    .map((act) => effectOf(program, act))
    .find((effect) => effect?.creates === true || effect?.kind === 'model');
}
