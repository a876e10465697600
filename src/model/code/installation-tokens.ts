// Values that hold the tokens of an installation, whatever they are called.
import { everyExprIn } from './every-expr.ts';
import { keyWords } from './key-words.ts';
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { pathOf, type Value } from './value.ts';

/** `JSON.stringify(…)` */
export function isStringify({ callee }: Call): boolean {
  return callee.form === 'member' && callee.name === 'stringify';
}

/** What an OAuth exchange gives, or an installation store is handed: the tokens stand in it, whatever it is called. */
export function installationIn(program: Program, expr: Expr, scope: Scope): string | undefined {
  if (expr.form === 'object')
    return expr.entries.map(({ value }) => installationIn(program, value, scope)).find((one) => one !== undefined);
  if (expr.form === 'call' && isStringify(expr) && expr.args[0])
    return installationIn(program, expr.args[0].value, scope);
  if (expr.form === 'member' && expr.name === 'data' && expr.object.form === 'name')
    return installationIn(program, expr.object, scope);
  if (expr.form !== 'name') return undefined;
  const taken = lookUp(scope, expr.name).find(
    (one) =>
      one.is === 'value' &&
      /^(access_token|accessToken|bot_token|refresh_token)$/.test(one.path.at(-1) ?? '') &&
      installationIn(program, one.value.form === 'await' ? one.value.value : one.value, one.scope) !== undefined,
  );
  if (taken && scope.module.language !== 'python') return expr.name;
  const first = lookUp(scope, expr.name).flatMap((one) =>
    one.is === 'parameter' && one.index === 0 && one.path.every((key) => key === 'data') ? [one.fn] : [],
  );
  const isStored = first.some((fn) => stores(program).has(fn));
  const value =
    program.evaluate(expr, scope) ?? first.map((fn) => awaitedBy(program, fn)).find((one) => one !== undefined);
  const isGiven =
    /\.(oauth\.(v2\.)?access|oauth_(v2_)?access|fetchInstallation)\(\)(\.data)?$/.test(pathOf(value) ?? '') ||
    isExchange(program, value);
  return isStored || isGiven ? `${expr.name} with its tokens` : undefined;
}

/** `requests.post("https://slack.com/api/oauth.access", …).json()`, `await axios.get(address)`, what `request(options)` gives. */
function isExchange(program: Program, value: Value | undefined): boolean {
  const made = value?.is === 'outside' ? value.made : undefined;
  if (!made) return false;
  const { callee, args } = made.call;
  const isRead = callee.form === 'member' && callee.name === 'json';
  const sent = isRead ? program.evaluate(callee.object, made.scope) : value;
  if (!isRead && !(value?.is === 'outside' && /^(axios|superagent|needle|request|got|undici)\b/.test(value.path)))
    return false;
  const asked = sent?.is === 'outside' ? sent.made : undefined;
  const words = (isRead ? (asked?.call.args ?? []) : args).flatMap(({ value: arg }) =>
    keyWords(arg, (isRead ? asked?.scope : made.scope) ?? made.scope),
  );
  return words.some((word) => /^https:\/\/slack\.com\/api\/oauth\b/.test(word));
}

const chains = new WeakMap<Program, ReadonlyMap<Func, Value | undefined>>();

/** What a function gets that is handed to `then`. */
function awaitedBy(program: Program, fn: Func): Value | undefined {
  const before = chains.get(program);
  if (before) return before.get(fn);
  const all = new Map(
    program.calls.flatMap(({ call: { callee, args }, scope }) => {
      const own = args[0]?.value;
      const isThen = callee.form === 'member' && callee.name === 'then' && own?.form === 'function';
      return isThen ? [[own.fn, program.evaluate(callee.object, scope)] as const] : [];
    }),
  );
  chains.set(program, all);
  return all.get(fn);
}

const known = new WeakMap<Program, ReadonlySet<Func>>();

function stores(program: Program): ReadonlySet<Func> {
  const before = known.get(program);
  if (before) return before;
  const all = new Set(
    everyExprIn(program, /storeInstallation/).flatMap(({ expr }) =>
      expr.form === 'object'
        ? expr.entries.flatMap(({ key, value }) =>
            key === 'storeInstallation' && value.form === 'function' ? [value.fn] : [],
          )
        : [],
    ),
  );
  known.set(program, all);
  return all;
}
