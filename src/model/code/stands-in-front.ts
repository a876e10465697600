// Does anything stand between a JavaScript route and its handler that may check who sends? What is not known may.
import { actsOf } from './acts.ts';
import { exprsOf } from './handler-reads.ts';
import type { Program } from './program.ts';
import type { Route } from './routes.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Argument, Call, Expr, Func } from './syntax.ts';

export type Says = (expr: Expr) => boolean;

/** Middleware and hooks of the whole program and of the route. */
export function mayStandInFront(program: Program, { handler }: Route, says: Says): boolean {
  return program.calls.some((site) => {
    if (site.scope.module.language === 'python') return false;
    const own = beside(program, site, handler) ?? mounted(site.call);
    return own.some(({ value }) => mayCheck(program, value, site.scope, says));
  });
}

/** `router.post('/slack/events', between, handler)` */
function beside(program: Program, { call, scope }: CallSite, handler: Func): readonly Argument[] | undefined {
  const last = call.args.at(-1);
  if (!last || !/^(post|all|use|serve|onRequest|http)$/.test(nameOf(call) ?? '')) return undefined;
  const value = program.evaluate(last.value, scope);
  return value?.is === 'function' && value.fn === handler ? call.args.slice(0, -1) : undefined;
}

function mounted(call: Call): readonly Argument[] {
  // `Promise.all(these)` is nobody's route.
  if (nameOf(call) === 'all' && call.callee.form === 'member' && call.callee.object.form === 'name')
    if (/^(Promise|axios|_)$/.test(call.callee.object.name)) return [];
  return mounts.test(nameOf(call) ?? '') ? call.args : [];
}

const mounts = /^(use|addHook|register|useGlobal(Guards|Interceptors|Pipes)|addContentTypeParser|all)$/;

/** `@UseGuards(…)` above the handler or its class. */
export function isGuarded(program: Program, { handler }: Route): boolean {
  const owner = program.inside(handler)?.owner;
  return [...handler.decorators, ...(owner?.cls.decorators ?? [])].some(
    (one) => one.form === 'call' && /^Use(Guards|Interceptors)$|verif|auth|signature/i.test(nameOf(one) ?? ''),
  );
}

function mayCheck(program: Program, expr: Expr, scope: Scope, says: Says): boolean {
  if (expr.form === 'text' || expr.form === 'regex' || expr.form === 'literal') return false;
  if (expr.form === 'list') return expr.items.some((one) => mayCheck(program, one, scope, says));
  const value = program.evaluate(expr, scope);
  switch (value?.is) {
    case 'function':
      return isSaid(program, value.fn, says);
    case 'class':
      return value.def.cls.members.some(({ fn }) => fn !== undefined && isSaid(program, fn, says));
    case 'instance':
      return value.def.cls.members.some(({ fn }) => fn !== undefined && isSaid(program, fn, says));
    case 'outside':
      return !harmless.test(value.path) || (expr.form === 'call' && expr.args.some((one) => hasHook(one.value)));
    case 'plain':
      return value.expr.form === 'object' ? hasHook(value.expr) : !/^(text|regex|literal)$/.test(value.expr.form);
    default:
      return true;
  }
}

function isSaid(program: Program, fn: Func, says: Says): boolean {
  const text = program.inside(fn)?.module.text.slice(fn.at.start, fn.at.end) ?? '';
  return !(ofPeople.test(text) && !ofSlack.test(text)) && exprsOf(fn, actsOf(program, fn)).some(says);
}

/** Slack sends no such token: what asks for one stands in front of other routes. */
const ofPeople = /\bjwt\b|jsonwebtoken|\bbearer\b/i;
const ofSlack = /slack|sign(ing|ature)|hmac/i;

/** `{ verify }` of a body parser, `{ preHandler }` of a route: functions that run before the handler. */
function hasHook(expr: Expr): boolean {
  // `morgan('combined')`
  if (/^(text|literal|regex)$/.test(expr.form)) return false;
  return (
    expr.form !== 'object' ||
    expr.entries.some(({ key }) => key === undefined || /^(verify|pre[A-Z]\w*|on[A-Z]\w*|schema)$/.test(key))
  );
}

/** Parsers, routers and what writes headers or log lines. */
const harmless =
  /^(express(\.default)?(\.(json|urlencoded|raw|text|static|Router))?\(\)|body-parser(\.default)?(\.(json|urlencoded|raw|text))?\(\)|(cors|morgan|helmet|compression|cookie-parser|multer|pino-http|express-rate-limit|koa-body|koa-bodyparser|koa-logger|koa-json|@koa\/cors)(\.\w+)?\(\)|(koa-router|@koa\/router|hono\.Hono|itty-router\.Router)(\.\w+)?\(\)(\.(routes|allowedMethods)\(\))?|hono\/(cors|logger|pretty-json)\.\w+\(\)|@fastify\/(formbody|cors|helmet|multipart|static|rate-limit|sensible|swagger)|fastify-(formbody|cors|helmet))$/;

function nameOf({ callee }: Call): string | undefined {
  return callee.form === 'member' || callee.form === 'name' ? callee.name : undefined;
}
