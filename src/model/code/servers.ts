// The calls, decorators and exports by which JavaScript frameworks are handed their HTTP handlers, and what each hands on.
import { functionAt } from './function-at.ts';
import { prefixOf } from './mounts.ts';
import type { Program } from './program.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { pathOf } from './value.ts';

/** How a handler is called by its framework; `hands` is by place. */
export interface Served {
  readonly framework: 'express' | 'next' | 'nest' | 'worker';
  readonly path: string | undefined;
  readonly handler: Func;
  readonly hands?: readonly (string | undefined)[];
}

const servers =
  /^(express(\.(Router|default|Express|Application|IRouter|IRoute|Core\.\w+))?\(\)|express-promise-router(\.default)?\(\)|express-ws\(\)\.app|fastify(\.(fastify|FastifyInstance|default))?\(\)|@?hono(\/[\w-]+)?\.(OpenAPI)?Hono\(\)|@slack\/bolt\.ExpressReceiver\(\)\.(router|app)|restify\.createServer\(\)|restify-router\.Router\(\)|koa-router\(\)|@koa\/router(\.\w+)?\(\)|itty-router\.(Auto)?Router\(\)|polka\(\)|tinyhttp\.App\(\)|@tinyhttp\/app\.App\(\)|hyper-express\.(Server|Router)\(\)|oak\.Router\(\)|https:\/\/deno\.land\/x\/oak[^)]*\.Router\(\)|elysia(\.Elysia)?\(\)|h3\.(createRouter|H3)\(\)|next-connect(\.default|\.createRouter|\.nc)?\(\))(\.(?!listen)\w+\(\))*\.(post|all|use|any)$/;
/** Made of `fetch`, the handler of everything that comes. https://bun.sh/docs/api/http */
const byFetch = /^global\.Bun\.serve$|^@hono\/node-server\.serve$/;
/** https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener */
const plain = /^(node:)?https?\.createServer$|^micro(\.serve|\.default)?$/;
/** https://learn.microsoft.com/azure/azure-functions/functions-reference-node */
const azure = /^@azure\/functions\.app\.(http|post)$/;
/** https://fastify.dev/docs/latest/Reference/Routes/#full-declaration */
const declared =
  /^(fastify(\.fastify|\.FastifyInstance)?\(\)|@hapi\/hapi\.(server|Server)\(\)|hapi\.(server|Server)\(\))\.route$/;
/** https://docs.convex.dev/functions/http-actions: what it is made by is written by a tool, and mostly not kept. */
const convex = /_generated\/server\.httpAction$|^convex\/server\.httpActionGeneric$/;
/** One handler for everything that comes; the address follows from the deployment. */
const whole =
  /^(global\.Deno|https:\/\/deno\.land\/std[^/]*\/http\/server\.ts)\.serve$|^firebase-functions[\w./()]*\.onRequest$|^@google-cloud\/functions-framework\.http$/;
/** The file says the address: https://nitro.build/guide/routing */
const nitro = /^(global|h3|nitro\/h3|#imports)\.(define)?[eE]ventHandler$/;

export function servedBy(program: Program, { call, scope }: CallSite): Served | undefined {
  const callee = pathOf(program.evaluate(call.callee, scope)) ?? '';
  if (declared.test(callee)) return declaredRoute(program, { call, scope });
  if (convex.test(callee)) {
    const action = call.args[0] && program.evaluate(call.args[0].value, scope);
    return action?.is === 'function'
      ? { framework: 'worker', path: undefined, handler: action.fn, hands: [undefined, 'http.request'] }
      : undefined;
  }
  if (nitro.test(callee)) {
    const own = call.args[0] && program.evaluate(call.args[0].value, scope);
    return own?.is === 'function' ? { framework: 'worker', path: undefined, handler: own.fn } : undefined;
  }
  if (azure.test(callee)) return inOptions(program, call.args[1]?.value, 'handler', scope);
  if (byFetch.test(callee)) return inOptions(program, call.args[0]?.value, 'fetch', scope);
  const isWhole = whole.test(callee) || plain.test(callee);
  if (!isWhole && !servers.test(callee)) return callee === '' ? byShape(program, call, scope) : undefined;
  const path = program.constant(call.args[0]?.value, scope) ?? chainedPath(program, call, scope);
  const isPattern = call.args[0]?.value.form === 'regex';
  // The handlers of a page stand below their address already.
  const hasPath = typeof path === 'string' || isPattern || isWhole || callee.startsWith('next-connect');
  const last = call.args.at(-1);
  const handler = last && handlerAt(program, last.value, scope);
  if (!hasPath || !handler) return undefined;
  const isOwn = /serve$/.test(callee) || callee.startsWith('next-connect');
  const address = typeof path === 'string' && !isWhole ? `${prefixOf(program, { call, scope })}${path}` : undefined;
  return { framework: isOwn ? 'next' : 'express', path: address, handler };
}

/** `app.post('/slack/events', (req, res) => …)` of an app that was handed over from nowhere in sight. */
function byShape(program: Program, call: Call, scope: Scope): Served | undefined {
  if (call.callee.form !== 'member' || call.callee.name !== 'post' || call.args.length < 2) return undefined;
  const path = program.constant(call.args[0]?.value, scope);
  const last = call.args.at(-1);
  const handler =
    typeof path === 'string' && path.startsWith('/') && last ? handlerAt(program, last.value, scope) : undefined;
  const [request, response] = handler?.parameters.map(({ pattern }) => pattern.name ?? '') ?? [];
  if (
    !handler ||
    typeof path !== 'string' ||
    !/^_?req(uest)?$/.test(request ?? '') ||
    !/^_?(res(ponse)?|reply)$/.test(response ?? '')
  )
    return undefined;
  return { framework: 'express', path, handler };
}

/** `router.route('/events').post(handler)` */
function chainedPath(program: Program, { callee }: Call, scope: Scope): unknown {
  const before = callee.form === 'member' ? callee.object : undefined;
  if (before?.form !== 'call' || before.callee.form !== 'member') return undefined;
  if (before.callee.name === 'route') return program.constant(before.args[0]?.value, scope);
  return /^(get|put|all)$/.test(before.callee.name ?? '') ? chainedPath(program, before, scope) : undefined;
}

/** What it gives back is the answer. */
function inOptions(program: Program, options: Expr | undefined, key: string, scope: Scope): Served | undefined {
  const own = program.fieldOf(options, key, scope);
  const handler = own && program.evaluate(own.value, own.scope);
  return handler?.is === 'function' ? { framework: 'worker', path: undefined, handler: handler.fn } : undefined;
}

/** The function itself, or what a wrapper that only waits for it was handed: it is written once and stands around many. */
function handlerAt(program: Program, expr: Expr, scope: Scope): Func | undefined {
  const value = program.evaluate(expr, scope);
  const inner = expr.form === 'call' ? wrappedIn(program, expr, scope) : undefined;
  const bound = expr.form === 'call' && nameOf(expr) === 'bind' ? functionAt(program, expr, scope)?.fn : undefined;
  return inner ?? bound ?? (value?.is === 'function' ? value.fn : undefined);
}

export function wrappedIn(program: Program, { callee, args }: Call, scope: Scope, least = 2): Func | undefined {
  const wrapper = program.evaluate(callee, scope);
  const text =
    wrapper?.is === 'function' ? wrapper.scope.module.text.slice(wrapper.fn.at.start, wrapper.fn.at.end) : undefined;
  // What it is called, or what stands in it, says whether it may turn a request away.
  const waits = text === undefined ? /async|wrap|catch|promise/i.test(pathOf(wrapper) ?? '') : !refuses.test(text);
  if (!waits) return undefined;
  for (const { value } of args) {
    const own = program.evaluate(value, scope);
    if (own?.is === 'function' && own.fn.parameters.length >= least) return own.fn;
  }
  return undefined;
}

const refuses = /verif|signature|hmac|secret|token|auth/i;

/** `fastify.route({ method, url, handler })` */
function declaredRoute(program: Program, { call, scope }: Pick<CallSite, 'call' | 'scope'>): Served | undefined {
  const [options] = call.args;
  const url = program.fieldOf(options?.value, 'url', scope) ?? program.fieldOf(options?.value, 'path', scope);
  const inner = ['options', 'config'].map((key) => program.fieldOf(options?.value, key, scope));
  const own =
    program.fieldOf(options?.value, 'handler', scope) ??
    inner.map((one) => one && program.fieldOf(one.value, 'handler', one.scope)).find((one) => one !== undefined);
  const handler = own && program.evaluate(own.value, own.scope);
  const path = url && program.constant(url.value, url.scope);
  if (typeof path !== 'string' || handler?.is !== 'function') return undefined;
  return { framework: 'express', path, handler: handler.fn };
}

/** `@Post('events')` in a class with `@Controller('slack')`. */
export function servedByNest(program: Program, decorator: Expr, fn: Func, inner: Scope): Served | undefined {
  const scope = inner.parent ?? inner;
  if (decorator.form !== 'call' || !inner.owner) return undefined;
  if (!/^@nestjs\/common\.(Post|All)$/.test(pathOf(program.evaluate(decorator.callee, scope)) ?? '')) return undefined;
  const controller = inner.owner.cls.decorators.find(
    (one) =>
      one.form === 'call' && pathOf(program.evaluate(one.callee, inner.owner?.scope ?? scope)) === controllerPath,
  );
  if (controller?.form !== 'call') return undefined;
  const parts = [controller, decorator].map((one) => program.constant(one.args[0]?.value, scope) ?? '');
  return {
    framework: 'nest',
    path: `/${parts
      .map((part) => String(part).replace(/^\/+|\/+$/g, ''))
      .filter((part) => part !== '')
      .join('/')}`,
    handler: fn,
    hands: fn.parameters.map(({ decorators = [] }) => decorators.flatMap((one) => handedBy(program, one, scope))[0]),
  };
}

const controllerPath = '@nestjs/common.Controller';

const nestParameters: Readonly<Record<string, string>> = {
  Req: 'http.request',
  Request: 'http.request',
  Res: 'http.response',
  Response: 'http.response',
  Body: 'http.request.body',
  Headers: 'http.request.headers',
};

function handedBy(program: Program, decorator: Expr, scope: Scope): string[] {
  if (decorator.form !== 'call') return [];
  const [, name = ''] = /^@nestjs\/common\.(\w+)$/.exec(pathOf(program.evaluate(decorator.callee, scope)) ?? '') ?? [];
  const given = nestParameters[name];
  const field = program.constant(decorator.args[0]?.value, scope);
  return given === undefined ? [] : [typeof field === 'string' ? `${given}.${field}` : given];
}

function nameOf({ callee }: Call): string | undefined {
  return callee.form === 'member' || callee.form === 'name' ? callee.name : undefined;
}
