// Questions to something that remembers events, and the notes made in it: what is asked, where it lives, and whether both are one step.
import type { Act } from './act.ts';
import { isGlobalHere, isSelf, lookUp, type Scope } from './scope.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

export interface StoreUse {
  readonly act: Act;
  /** The store as the source names it: `seen`, `this.processed`, `redis`. */
  readonly store: string;
  readonly home: 'memory' | 'elsewhere';
  readonly does: 'ask' | 'note';
  readonly key: Expr;
  readonly scope: Scope;
}

const asks = /^(has|includes|get|exists|hexists|sismember|indexOf|find|containsKey)$/;
const notes = /^(add|set|push|setex|put|append|setdefault|sadd|hset)$/;

/** Words that a key of an event, a message or an action has. */
export const identity =
  /^(event_?id|eventId|client_?msg_?id|clientMsgId|event_?ts|eventTs|event_?time|message_?ts|messageTs|ts|trigger_?id|envelope_?id|messageId|message_id|dedupe_?key|dedup_?key|dedupeKey|dedupKey|idempotency_?key|idempotencyKey|eventKey|event_key|message_key|messageKey|msgKey|msg_id|msgId)$/;

export type IsKey = (key: Expr, scope: Scope, act: Act) => boolean;

/** Only uses whose key is about an event, or of the kind that is asked for. */
export function storeUses(acts: readonly Act[], isKey: IsKey = (key, scope) => isAboutEvent(key, scope)): StoreUse[] {
  return acts.flatMap((act): StoreUse[] => {
    // `return key in seen` of a function that is asked elsewhere.
    if ((act.kind === 'test' || act.kind === 'return') && act.expr) return inTests(act, act.expr, isKey);
    const { expr } = act;
    if (act.kind === 'assign' && expr) return written(act, expr);
    if (act.kind !== 'call' || expr?.form !== 'call' || expr.callee.form !== 'member') return [];
    const { name, object } = expr.callee;
    const store = textOf(object);
    const [first] = expr.args;
    if (name === undefined || store === undefined || !first || !isKey(first.value, act.scope, act)) return [];
    const does = asks.test(name) ? 'ask' : notes.test(name) ? 'note' : undefined;
    if (does === undefined) return [];
    const home = homeOf(object, act.scope);
    return home ? [{ act, store, home, does, key: first.value, scope: act.scope }] : [];
  });
}

/** Python's `key in seen`, JavaScript's `seen[key]`, wherever it stands in a condition. */
function inTests(act: Act, test: Expr, isKey: IsKey): StoreUse[] {
  return everyExpr(test).flatMap((one): StoreUse[] => {
    if (one.form === 'member' && one.key) return byEntry(act, one.object, one.key, isKey);
    if (one.form === 'operation' && /^(===?|is)$/.test(one.sign)) return comparedWithLast(act, one.parts, isKey);
    if (one.form !== 'operation' || !/^(in|not in)$/.test(one.sign)) return [];
    const [key, object] = one.parts;
    const store = object && textOf(object);
    if (!key || !object || store === undefined || !isKey(key, act.scope, act)) return [];
    return homeOf(object, act.scope) === 'memory'
      ? [{ act, store, home: 'memory', does: 'ask', key, scope: act.scope }]
      : [];
  });
}

function byEntry(act: Act, object: Expr, key: Expr, isKey: IsKey): StoreUse[] {
  const store = textOf(object);
  if (store === undefined || !isKey(key, act.scope, act) || homeOf(object, act.scope) !== 'memory') return [];
  return [{ act, store, home: 'memory', does: 'ask', key, scope: act.scope }];
}

/** `seen[key] = True`, `self.last_event_id = id`, and the same of a module's name. */
function written(act: Act, target: Expr): StoreUse[] {
  if (target.form === 'name')
    return isLast(target, act.scope)
      ? [{ act, store: target.name, home: 'memory', does: 'note', key: target, scope: act.scope }]
      : [];
  if (target.form !== 'member') return [];
  const { object, name } = target;
  const isOne = name !== undefined && isLast(target, act.scope);
  const store = textOf(isOne ? target : object);
  if (store === undefined || (!isOne && (name !== undefined || homeOf(object, act.scope) !== 'memory'))) return [];
  return [{ act, store, home: 'memory', does: 'note', key: target, scope: act.scope }];
}

/** An object that remembers the last one alone. */
function comparedWithLast(act: Act, parts: readonly Expr[], isKey: IsKey): StoreUse[] {
  const last = parts.find((one) => isLast(one, act.scope));
  const key = parts.find((one) => one !== last);
  const store = last && textOf(last);
  return last && key && store !== undefined && isKey(key, act.scope, act)
    ? [{ act, store, home: 'memory', does: 'ask', key, scope: act.scope }]
    : [];
}

function isLast(expr: Expr, scope: Scope): boolean {
  if (expr.form === 'name') return lastName.test(expr.name) && isGlobalHere(expr.name, scope);
  return (
    expr.form === 'member' &&
    expr.object.form === 'name' &&
    isSelf(scope, expr.object.name) &&
    lastName.test(expr.name ?? '')
  );
}

const lastName = /^_?(last|previous|prev|recent|seen|processed|handled)_?\w*(id|ts|event|key|timestamp|msg|message)$/i;

export function isAboutEvent(key: Expr, scope: Scope, depth = 0): boolean {
  return everyExpr(key).some((one) => {
    if (one.form === 'member' && one.name !== undefined && identity.test(one.name)) return true;
    if (one.form === 'text' && one.value !== undefined && identity.test(one.value)) return true;
    if (one.form !== 'name') return false;
    if (identity.test(one.name)) return true;
    return (
      depth < 2 &&
      lookUp(scope, one.name).some(
        (binding) =>
          (binding.is === 'value' && isAboutEvent(binding.value, binding.scope, depth + 1)) ||
          // `isDuplicate(id)`: what the function is called says what its parameter is.
          (binding.is === 'parameter' && guardName.test(binding.fn.name ?? '')),
      )
    );
  });
}

const guardName =
  /dup(e|licate)|firstTime|first_time|(already|has_?been|was|is|mark|have)_?(seen|processed|handled)|claimEvent|claim_event/i;

export function textOf(expr: Expr): string | undefined {
  if (expr.form === 'name') return expr.name;
  if (expr.form !== 'member' || expr.name === undefined) return undefined;
  const object = textOf(expr.object);
  return object === undefined ? undefined : `${object}.${expr.name}`;
}

/** A collection that the module or an object keeps for as long as the process lives; undefined: made anew each time, or unknown. */
function homeOf(object: Expr, scope: Scope): StoreUse['home'] | undefined {
  const name = textOf(object) ?? '';
  if (
    /(^|\.)(redis|redisClient|redis_client|cache|kv|store|memcached|client)$/i.test(name) &&
    !isCollection(object, scope)
  )
    return 'elsewhere';
  return isCollection(object, scope) ? 'memory' : undefined;
}

function isCollection(object: Expr, scope: Scope): boolean {
  const bindings = object.form === 'name' ? lookUp(scope, object.name) : [];
  const isKept = (name: string, home: Scope) => home.fn === undefined || isGlobalHere(name, home);
  if (
    object.form === 'name' &&
    bindings.some((one) => one.is === 'value' && isKept(object.name, one.scope) && makesCollection(one.value))
  )
    return true;
  // Python makes the default of a parameter once, and keeps it.
  if (
    bindings.some(
      (one) =>
        one.is === 'parameter' &&
        scope.module.language === 'python' &&
        one.path.length === 0 &&
        one.parameter.fallback &&
        makesCollection(one.parameter.fallback),
    )
  )
    return true;
  if (object.form !== 'member' || object.name === undefined) return false;
  for (let here: Scope | undefined = scope; here; here = here.parent)
    if (here.owner) return (here.owner.fields.get(object.name) ?? []).some(({ value }) => makesCollection(value));
  return false;
}

function makesCollection(value: Expr): boolean {
  if (value.form === 'call') return madeByCall(value);
  return (value.form === 'object' && value.entries.length === 0) || (value.form === 'list' && value.items.length === 0);
}

function madeByCall({ callee }: Call): boolean {
  const name = callee.form === 'name' ? callee.name : callee.form === 'member' ? callee.name : undefined;
  return (
    name !== undefined &&
    /^(Set|Map|WeakMap|set|dict|list|deque|OrderedDict|defaultdict|LRUCache|TTLCache|NodeCache|LRU)$/.test(name)
  );
}
