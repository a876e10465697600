// Is the older token, by which Slack says who sends, compared with anything? That one is set at all says nothing of who sends.
import type { Act } from './act.ts';
import { exprsOf } from './handler-reads.ts';
import { mentions } from './looks.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { everyExpr } from './walk.ts';

/** In the handler, or in what it calls: `token != settings.TOKEN`, `if not known(token)`, `find({ token: body.token })`. */
export function comparesToken(handler: Func, acts: readonly Act[]): boolean {
  return (
    exprsOf(handler, acts).some((one) => looksUpToken(one) || comparesNamed(one)) ||
    acts.some(
      ({ kind, expr }) =>
        kind === 'test' && expr !== undefined && everyExpr(expr).some((one) => isAsked(one) || comparesNamed(one)),
    )
  );
}

/** `req.body.token !== expected`, in a function that stands in front of the handler. */
export function comparesSentToken(expr: Expr): boolean {
  if (expr.form !== 'operation' || !/^[!=]==?$/.test(expr.sign)) return false;
  const isSent = (one: Expr) => one.form === 'member' && one.name === 'token' && mentions(one.object, sent);
  return expr.parts.some(isSent);
}

function comparesNamed(expr: Expr): boolean {
  if (expr.form !== 'operation' || !/^([!=]==?|in|not in|<>)$/.test(expr.sign)) return false;
  // `"token" in event` asks whether there is one.
  if (/in$/.test(expr.sign) && expr.parts[0]?.form === 'text') return false;
  return !expr.parts.some(isNothing) && expr.parts.some(isToken);
}

/** `token is None`, `typeof token === 'string'`, `len(token) == 24`. */
function isNothing(expr: Expr): boolean {
  return expr.form === 'literal' || (expr.form === 'text' && /^(|string|undefined|object)$/.test(expr.fixed));
}

/** Itself, or asked for by its name; of tokens that the app has for other things nothing is said. */
function isToken(expr: Expr): boolean {
  return everyExpr(expr).some((one) => {
    if (one.form === 'name' || one.form === 'member') return one.name !== undefined && isOlder(one.name);
    return one.form === 'text' && one.value !== undefined && isOlder(one.value);
  });
}

function isOlder(name: string): boolean {
  return /^\w*token$/i.test(name) && !otherTokens.test(name);
}

const otherTokens = /(bot|app|access|user|refresh|oauth|page|next|max|total|session|csrf|github|openai|api)_?token$/i;

/** `if not known(token)`: whoever is handed it may know it. */
function isAsked(expr: Expr): boolean {
  return expr.form === 'call' && !isReading(expr) && expr.args.some(({ value }) => isToken(value));
}

function isReading({ callee }: Call): boolean {
  const name = callee.form === 'member' || callee.form === 'name' ? (callee.name ?? '') : '';
  return /^(get|getenv|get_env|getEnv|len|bool|Boolean|str|String|isinstance|startswith|startsWith|strip|trim|print|log|info|debug|warn|warning|error)$/.test(
    name,
  );
}

/** `find({ token: body.token })`, `check(payload.token)` */
function looksUpToken(expr: Expr): boolean {
  const given =
    expr.form === 'object'
      ? expr.entries.map(({ value }) => value)
      : expr.form === 'call' && !isReading(expr)
        ? expr.args.map(({ value }) => value)
        : [];
  return given.some((one) => one.form === 'member' && one.name === 'token' && mentions(one.object, sent));
}

const sent = /^(body|payload)$/;
