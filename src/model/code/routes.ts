// HTTP handlers that receive from Slack without Bolt: Express and its likes, Nest, Next, Workers, Lambda, Flask, FastAPI, Django.
import type { Language } from '../audit-input.ts';
import type { Location } from '../rule.ts';
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import { locate } from './locate.ts';
import { mentions } from './looks.ts';
import type { Program } from './program.ts';
import { asksForChallenge, isOwnHeader, receivesEvents, receivesForms } from './receives.ts';
import type { CallSite, Scope } from './scope.ts';
import type { Expr, Func, Stmt } from './syntax.ts';
import { pathOf } from './value.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export interface Route {
  readonly framework: 'express' | 'nest' | 'lambda' | 'next' | 'worker' | 'flask' | 'fastapi' | 'functions' | 'other';
  readonly language: Language;
  /** Undefined where it follows from the file or the deployment. */
  readonly path: string | undefined;
  readonly handler: Func;
  readonly location: Location;
  readonly acts: readonly Act[];
  /** It looks for what only the Events API sends. */
  readonly readsEvents: boolean;
  /** It reads what Slack sends of a click or a slash command. */
  readonly readsForms: boolean;
}

const servers =
  /^(express\(\)|express\.Router\(\)|express\.default\(\)|fastify\(\)|fastify\.fastify\(\)|hono\.Hono\(\)|@slack\/bolt\.ExpressReceiver\(\)\.(router|app)|restify\.createServer\(\)|koa-router\(\)|@koa\/router(\.\w+)?\(\)|itty-router\.(Auto)?Router\(\)|polka\(\))\.(post|all|use)$/;
/** https://fastify.dev/docs/latest/Reference/Routes/#full-declaration */
const fastifyRoute = /^fastify(\.fastify)?\(\)\.route$/;
/** https://docs.nestjs.com/controllers */
const nest = /^@nestjs\/common\.(Post|All)$/;
const flask = /^(flask\.(Flask|Blueprint)\(\)|flask_restful\.\w+\(\))\.(route|post)$/;
const fastapi = /^fastapi\.(FastAPI|APIRouter)\(\)\.(post|api_route)$/;

export function routesOf(program: Program): Route[] {
  const called = program.calls.flatMap((site) => calledRoute(program, site));
  const decorated = program.modules.flatMap(({ functions }) =>
    functions.flatMap(({ fn, scope }) => fn.decorators.flatMap((one) => decoratedRoute(program, one, fn, scope))),
  );
  const exported = program.modules.flatMap((one) => exportedRoutes(program, one));
  const known = [...called, ...decorated, ...exported];
  const others = program.modules.flatMap((one) => otherRoutes(program, one, known));
  return [...known, ...others].filter(isForSlack);
}

function routeOf(
  program: Program,
  framework: Route['framework'],
  path: string | undefined,
  handler: Func,
  location: Location,
  language: Language,
): Route {
  program.give(handler, (index) => given[framework]?.[index]);
  const acts = actsOf(program, handler);
  const place = { text: program.inside(handler)?.module.text ?? '', file: location.file, path };
  return {
    ...{ framework, language, path, handler, location, acts },
    readsEvents: receivesEvents(handler, acts, place),
    readsForms: receivesForms(handler, acts, framework, place),
  };
}

/** What each framework hands to its handlers, by place. */
const given: Partial<Record<Route['framework'], readonly string[]>> = {
  express: ['http.request', 'http.response', 'http.next'],
  lambda: ['lambda.event', 'lambda.context', 'lambda.callback'],
  next: ['http.request', 'http.response'],
  worker: ['http.request'],
};

function calledRoute(program: Program, { call, scope }: CallSite): Route[] {
  if (scope.module.language === 'python') return [];
  const callee = pathOf(program.evaluate(call.callee, scope)) ?? '';
  if (fastifyRoute.test(callee)) return declaredRoute(program, { call, scope });
  if (!servers.test(callee)) return [];
  const path = program.constant(call.args[0]?.value, scope);
  const last = call.args.at(-1);
  const handler = last && program.evaluate(last.value, scope);
  if (typeof path !== 'string' || handler?.is !== 'function') return [];
  return [routeOf(program, 'express', path, handler.fn, locate(scope.module, call.at), scope.module.language)];
}

/** `fastify.route({ method, url, handler })` */
function declaredRoute(program: Program, { call, scope }: CallSite): Route[] {
  const [options] = call.args;
  const url = program.fieldOf(options?.value, 'url', scope);
  const own = program.fieldOf(options?.value, 'handler', scope);
  const handler = own && program.evaluate(own.value, own.scope);
  const path = url && program.constant(url.value, url.scope);
  if (typeof path !== 'string' || handler?.is !== 'function') return [];
  return [routeOf(program, 'express', path, handler.fn, locate(scope.module, call.at), scope.module.language)];
}

function decoratedRoute(program: Program, decorator: Expr, fn: Func, inner: Scope): Route[] {
  const scope = inner.parent ?? inner;
  if (decorator.form !== 'call')
    return pathOf(program.evaluate(decorator, scope)) === 'functions_framework.http'
      ? [routeOf(program, 'functions', undefined, fn, locate(scope.module, decorator.at), 'python')]
      : [];
  const callee = pathOf(program.evaluate(decorator.callee, scope)) ?? '';
  const framework = flask.test(callee) ? 'flask' : fastapi.test(callee) ? 'fastapi' : undefined;
  const path = program.constant(decorator.args[0]?.value, scope);
  if (nest.test(callee)) {
    const whole = nestPath(program, inner, typeof path === 'string' ? path : '');
    return [routeOf(program, 'nest', whole, fn, locate(scope.module, decorator.at), scope.module.language)];
  }
  if (!framework || typeof path !== 'string') return [];
  return [routeOf(program, framework, path, fn, locate(scope.module, decorator.at), 'python')];
}

/** The controller's own path stands before that of its method. */
function nestPath(program: Program, { owner }: Scope, path: string): string {
  const before = owner?.cls.decorators.flatMap((one) => {
    const isController =
      one.form === 'call' && pathOf(program.evaluate(one.callee, owner.scope)) === '@nestjs/common.Controller';
    return isController ? [program.constant(one.args[0]?.value, owner.scope)] : [];
  })[0];
  return ['', typeof before === 'string' ? before : '', path]
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter((part, i) => i === 0 || part !== '')
    .join('/');
}

/** `exports.handler`, `export default` of a page below `api`, `POST` of a `route` file. */
function exportedRoutes(
  program: Program,
  { module, scope }: { module: { readonly file: string } & Scope['module']; scope: Scope },
): Route[] {
  if (module.language === 'python') {
    const handler = ['lambda_handler', 'handler'].flatMap(
      (name) => program.evaluate({ form: 'name', name, at: { start: 0, end: 0 } }, scope) ?? [],
    )[0];
    if (handler?.is !== 'function' || handler.fn.parameters.length !== 2 || handler.scope.module !== module) return [];
    return [routeOf(program, 'lambda', undefined, handler.fn, locate(module, handler.fn.at), 'python')];
  }
  const isPage = /(^|\/)pages\/api\//.test(module.file);
  const isRoute = /(^|\/)app\/.*\/route\.[jt]sx?$|(^|\/)api\/.*\.[jt]s$/.test(module.file);
  return module.exports.flatMap(({ name, value }) => {
    const framework =
      name === 'handler'
        ? 'lambda'
        : (isPage && name === 'default') || (isRoute && name === 'POST')
          ? 'next'
          : undefined;
    if (name === 'default' && value.form === 'object') return workerRoute(program, module, value, scope);
    const found = framework && program.evaluate(value, scope);
    if (!framework || found?.is !== 'function' || found.scope.module !== module) return [];
    return [routeOf(program, framework, undefined, found.fn, locate(module, found.fn.at), module.language)];
  });
}

/** `export default { fetch }`: https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/ */
function workerRoute(program: Program, module: Scope['module'], exported: Expr, scope: Scope): Route[] {
  const own = program.fieldOf(exported, 'fetch', scope);
  const found = own && program.evaluate(own.value, own.scope);
  if (found?.is !== 'function' || found.scope.module !== module) return [];
  return [routeOf(program, 'worker', undefined, found.fn, locate(module, found.fn.at), module.language)];
}

/** Whatever looks for the handshake of the Events API receives from Slack, however it is called. */
function otherRoutes(
  program: Program,
  { functions, module }: Program['modules'][number],
  known: readonly Route[],
): Route[] {
  // What looks like a receiver in a module of Bolt's is its middleware.
  const isBolt = /@slack\/bolt|slack_bolt/.test(module.text);
  const words = isBolt ? /url_verification/ : /url_verification|challenge|x-slack-(retry-num|signature)/i;
  if (!words.test(module.text)) return [];
  return functions.flatMap(({ fn, scope }) => {
    const isKnown = known.some(({ handler, acts }) => handler === fn || acts.some(({ local }) => local === fn));
    const tests = isKnown ? [] : ownTests(fn.body);
    const isHandshake = tests.some((test) => mentions(test, /^url_verification$/));
    const isLike = !isBolt && (tests.some(asksForChallenge) || ownExprs(fn.body).some(isOwnHeader));
    if (isKnown || !(isHandshake || isLike)) return [];
    return [routeOf(program, 'other', undefined, fn, locate(scope.module, fn.at), scope.module.language)];
  });
}

function ownTests(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...(one.does === 'if' ? [one.test] : []), ...blocksOf(one).flatMap(ownTests)]);
}

function ownExprs(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one).flatMap(everyExpr), ...blocksOf(one).flatMap(ownExprs)]);
}

/** Bolt behind a route answers by itself. */
const adapters =
  /SlackRequestHandler\(\)\.\w+$|AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|\.App\(\)\.(start|dispatch|processEvent)$|verifySlackRequest.*handle/;

export function handsToBolt(acts: readonly Act[]): boolean {
  return acts.some(({ path }) => path !== undefined && adapters.test(path));
}

function isForSlack({ readsEvents, readsForms, acts }: Route): boolean {
  return (readsEvents || readsForms) && !handsToBolt(acts);
}
