// Is a copy recognised by something that copies do not share, or strangers do?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { type StoreUse, storeUses, textOf } from '../model/code/dedupe-stores.ts';
import { endsRun } from '../model/code/ends-run.ts';
import { eventIds, inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import { keyWords } from '../model/code/key-words.ts';
import { lookUp, type Scope } from '../model/code/scope.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly key: string;
  readonly why: string;
}

export const weakDedupeKey = defineRule<AuditInput, Args>({
  id: 'weak-dedupe-key',
  title: 'The key of the dedupe store does not name one event',
  severity: 'note',
  problem:
    'Text and its hash are the same for two people who ask the same; signature and timestamp of a request are new for every retry; a ts alone repeats in other channels; an envelope id can be new for a copy.',
  fix: [
    'Build the key from workspace, channel and ts of the message, or from app, workspace and event id.',
    'Where a sender has no id at all, hash the fields that name the thing, and never the whole body.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const fronts = inFrontOfBolt(program, eventIds);
    return [...listeners, ...routes, ...fronts].flatMap(({ acts }) => {
      const uses = [
        ...storeUses(acts),
        ...storeUses(acts, isContent).filter((use) => remembers.test(use.store) || isAskedAlone(use, acts)),
      ];
      return uses.flatMap(({ act, key, scope, does, store }) => {
        const why =
          does === 'ask'
            ? (weakness(keyWords(key, scope), sourceWords(key, scope)) ??
              insteadOf(key, scope) ??
              contentOf(key, scope))
            : undefined;
        // A map in which something is looked up is no guard.
        if (!remembers.test(store) && !endsRun(acts, act)) return [];
        if (!why || seen.has(key) || !uses.some((one) => one.does === 'note' && one.store === store)) return [];
        seen.add(key);
        return [found(this.id, placeOf(act), { key: why.key, why: why.why }, { certainty: 'consistent' })];
      });
    });
  },
  say: ({ key, why }) => `The key is ${key}: ${why}.`,
});

function weakness(words: readonly string[], sources: readonly string[]): Args | undefined {
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (sources.some((word) => /event_?id|client_?msg_?id|trigger_?id/i.test(word))) return undefined;
  if (has(/envelope_?id/i)) return { key: 'the envelope id', why: 'a copy can come under a new one' };
  if (has(/signature|request_?timestamp/i))
    return { key: 'the signature or the time of the request', why: 'each retry has a new one' };
  if (has(/^event_?time$/i) && !has(/channel|user|(^|_)ts$/i))
    return { key: 'the time of the event', why: 'two events of one second have the same' };
  if (has(/^(ts|event_?ts|message_?ts)$/i) && !has(/channel|conversation|thread/i))
    return { key: 'a ts without its channel', why: 'two channels can have the same' };
  return undefined;
}

/** `event.client_msg_id || event.ts`: what a file, a bot or an edit sends has the second only. */
function insteadOf(key: Expr, scope: Scope): Args | undefined {
  if (key.form === 'name')
    return lookUp(scope, key.name)
      .map((one) => (one.is === 'value' && one.value.form !== 'name' ? insteadOf(one.value, one.scope) : undefined))
      .find((one) => one !== undefined);
  if (key.form !== 'operation' || key.sign !== 'or') return undefined;
  const [first, second] = key.parts.map((part) => keyWords(part, scope));
  if (!first?.some((word) => /client_?msg_?id/i.test(word)) || !second) return undefined;
  return weakness(second, second);
}

/** The words at the end of the names: `event_id = event["event_ts"]` is a ts, whatever it is called. */
function sourceWords(key: Expr, scope: Scope): string[] {
  if (key.form !== 'name') return keyWords(key, scope);
  const values = lookUp(scope, key.name).flatMap((binding) =>
    binding.is === 'value' ? keyWords(binding.value, binding.scope) : [],
  );
  return values.length > 0 ? values : keyWords(key, scope);
}

/** A cache of translations is keyed by text too: only what is named after having been there before. */
const remembers = /seen|last|past|processed|handled|dedup|duplicate|recent|known|already|hashes|fingerprint/i;
const hashes =
  /^(createHash|createHmac|sha\d+|md5|hash|digest|hexdigest|blake2b|xxhash|hashObject|objectHash|murmur\w*)$/;
const bodies = /^(raw_?body|body|payload|rawBodyString|get_data|request_body)$/i;

/** Only whether it is there: what is kept for what it holds is taken out as well. */
function isAskedAlone({ act, store, does }: StoreUse, acts: readonly Act[]): boolean {
  if (does === 'note') return true;
  const named = (one: Act, name: RegExp) =>
    one.expr?.form === 'call' &&
    one.expr.callee.form === 'member' &&
    name.test(one.expr.callee.name ?? '') &&
    textOf(one.expr.callee.object) === store;
  return named(act, /^(has|includes)$/) && !acts.some((one) => named(one, /^get$/));
}

function isContent(key: Expr, scope: Scope): boolean {
  return contentOf(key, scope) !== undefined;
}

/** What people wrote, or all that came, instead of what names it. A hash of named fields is their key and no body. */
function contentOf(key: Expr, scope: Scope): Args | undefined {
  const words = keyWords(key, scope);
  if (words.some((word) => /(^|_)(id|ts|uuid)$|Id$|Ts$/.test(word))) return undefined;
  const isHash = words.some((word) => hashes.test(word)) || callsIn(key, scope).some((name) => hashes.test(name));
  if (isHash && words.some((word) => bodies.test(word)))
    return {
      key: 'a hash of the whole body',
      why: 'two copies need not be equal to the byte, and a twin of the event never is',
    };
  if (words.some((word) => /^text$/.test(word)))
    return {
      key: 'the text',
      why: 'people write the same again and mean it, and an edit of one message is another text',
    };
  return undefined;
}

function callsIn(key: Expr, scope: Scope, depth = 0): string[] {
  return everyExpr(key).flatMap((one) => {
    if (one.form === 'call') {
      const { callee } = one;
      return callee.form === 'name' || callee.form === 'member' ? [callee.name ?? ''] : [];
    }
    if (one.form !== 'name' || depth > 2) return [];
    return lookUp(scope, one.name).flatMap((binding) =>
      binding.is === 'value' ? callsIn(binding.value, binding.scope, depth + 1) : [],
    );
  });
}
