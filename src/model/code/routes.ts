// HTTP handlers that receive from Slack without Bolt: Express and its likes, Next, Lambda, Flask, FastAPI, Django.
import type { Language } from '../audit-input.ts';
import type { Location } from '../rule.ts';
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import { isInvoked } from './invoked-lambdas.ts';
import { locate } from './locate.ts';
import { mentions } from './looks.ts';
import type { Program } from './program.ts';
import {
  type PythonServed,
  servedByCall,
  servedByClass,
  servedByDecorator,
  servedByFunction,
  servedByLambda,
} from './python-servers.ts';
import { asksForChallenge, isOwnHeader, receivesEvents, receivesForms } from './receives.ts';
import { isLambda, isOfExpress } from './route-shapes.ts';
import type { CallSite, Indexed, Scope } from './scope.ts';
import { type Served, servedBy, servedByNest } from './servers.ts';
import type { Expr, Func, Stmt } from './syntax.ts';
import { pathOf } from './value.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export interface Route {
  readonly framework:
    | 'express'
    | 'lambda'
    | 'next'
    | 'nest'
    | 'worker'
    | 'flask'
    | 'fastapi'
    | 'django'
    | 'functions'
    /** One of Python's smaller ones. */
    | 'python'
    | 'other';
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
  /** Another function hands on to it what came from Slack, and has answered itself. */
  readonly isInvoked: boolean;
}

export function routesOf(program: Program): Route[] {
  const called = program.calls.flatMap((site) => calledRoute(program, site));
  const decorated = program.modules.flatMap(({ functions }) =>
    functions.flatMap(({ fn, scope }) => fn.decorators.flatMap((one) => decoratedRoute(program, one, fn, scope))),
  );
  const views = program.modules.flatMap(({ functions }) =>
    functions.flatMap(({ fn, scope }) => viewRoute(program, fn, scope)),
  );
  const exported = program.modules.flatMap((one) => exportedRoutes(program, one));
  const known = [...called, ...decorated, ...views, ...exported];
  const others = program.modules.flatMap((one) => otherRoutes(program, one, known));
  found.set(program, known);
  return [...known, ...others].filter(isForSlack);
}

function routeOf(
  program: Program,
  framework: Route['framework'],
  path: string | undefined,
  handler: Func,
  location: Location,
  language: Language,
  hands: Served['hands'] = given[framework],
): Route {
  program.give(handler, (index) => hands?.[index]);
  const acts = actsOf(program, handler);
  const place = { text: program.inside(handler)?.module.text ?? '', file: location.file, path };
  return {
    ...{ framework, language, path, handler, location, acts },
    readsEvents: receivesEvents(handler, acts, place),
    readsForms: receivesForms(program, handler, acts, framework, place),
    isInvoked: framework === 'lambda' && language === 'python' && isInvoked(program, handler),
  };
}

/** What each framework hands to its handlers, by place. */
const given: Partial<Record<Route['framework'], readonly string[]>> = {
  express: ['http.request', 'http.response', 'http.next'],
  lambda: ['lambda.event', 'lambda.context', 'lambda.callback'],
  next: ['http.request', 'http.response'],
  worker: ['http.request'],
  django: ['http.request'],
};

function calledRoute(program: Program, site: CallSite): Route[] {
  const { module } = site.scope;
  if (module.language === 'python') {
    const own = servedByCall(program, site);
    return own ? [pythonRoute(program, own, locate(module, site.call.at))] : [];
  }
  const served = servedBy(program, site);
  if (!served) return [];
  const { framework, path, handler, hands } = served;
  return [routeOf(program, framework, path, handler, locate(module, site.call.at), module.language, hands)];
}

function decoratedRoute(program: Program, decorator: Expr, fn: Func, inner: Scope): Route[] {
  const scope = inner.parent ?? inner;
  const { language } = scope.module;
  if (language !== 'python') {
    const served = servedByNest(program, decorator, fn, inner);
    const at = locate(scope.module, decorator.at);
    return served ? [routeOf(program, 'nest', served.path, fn, at, language, served.hands)] : [];
  }
  if (decorator.form !== 'call')
    return pathOf(program.evaluate(decorator, scope)) === 'functions_framework.http'
      ? [routeOf(program, 'functions', undefined, fn, locate(scope.module, decorator.at), 'python')]
      : [];
  const served = servedByDecorator(program, decorator, fn, scope);
  return served ? [pythonRoute(program, served, locate(scope.module, decorator.at))] : [];
}

function pythonRoute(program: Program, { framework, path, handler, hands }: PythonServed, at: Location): Route {
  return routeOf(program, framework, path, handler, at, 'python', hands);
}

const viewDecorator =
  /^(django\.views\.decorators\.(csrf\.csrf_exempt|http\.(require_POST|require_http_methods\(\)))|rest_framework\.decorators\.api_view\(\))$/;

/** A view of Django that takes a POST; its address stands elsewhere and mostly says what its name says. */
function viewRoute(program: Program, fn: Func, inner: Scope): Route[] {
  const scope = inner.parent ?? inner;
  if (scope.module.language !== 'python' || fn.parameters.length === 0) return [];
  if (!fn.decorators.some((one) => viewDecorator.test(pathOf(program.evaluate(one, scope)) ?? ''))) return [];
  return [routeOf(program, 'django', fn.name, fn, locate(scope.module, fn.at), 'python')];
}

/** `exports.handler`, `export default` of a page or a function below `api`, `POST` of a `route` file, a worker's `fetch`. */
function exportedRoutes(program: Program, one: Indexed): Route[] {
  const { module, scope } = one;
  if (module.language === 'python')
    return [...servedByClass(program, one), ...servedByLambda(program, one), ...servedByFunction(program, one)].map(
      (served) => pythonRoute(program, served, locate(module, served.handler.at)),
    );
  const isPage = /(^|\/)pages\/api\//.test(module.file);
  const isApi = /(^|\/)api\/.*\.[cm]?[jt]s$/.test(module.file);
  const isRoute = isApi || /(^|\/)app\/.*\/route\.[jt]sx?$/.test(module.file);
  return module.exports.flatMap(({ name, value }) => {
    // https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/
    const worker = name === 'default' ? program.fieldOf(value, 'fetch', scope) : undefined;
    const own = program.evaluate(worker?.value ?? value, scope);
    const isFunction = isApi && own?.is === 'function' && own.fn.parameters.length === 2;
    const framework =
      name === 'handler' || (own?.is === 'function' && isLambda(program, own.fn, own.scope))
        ? 'lambda'
        : worker
          ? 'worker'
          : (name === 'default' && (isPage || isFunction)) || (isRoute && name === 'POST')
            ? 'next'
            : undefined;
    if (!framework || own?.is !== 'function' || own.scope.module !== module) return [];
    return [routeOf(program, framework, undefined, own.fn, locate(module, own.fn.at), module.language)];
  });
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
    const framework = isOfExpress(program, fn, module) ? 'express' : 'other';
    return [routeOf(program, framework, undefined, fn, locate(scope.module, fn.at), scope.module.language)];
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
  /SlackRequestHandler\(\)\.\w+$|AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|\.App\(\)\.(start|dispatch|processEvent)$|verifySlackRequest.*handle|^@vercel\/slack-bolt\.createHandler(\(\))?$/;

export function handsToBolt(acts: readonly Act[]): boolean {
  return acts.some(({ path }) => path !== undefined && adapters.test(path));
}

/** What a guard in front of Bolt remembers. */
export const eventIds = /event_?id|client_?msg_?id|event_?ts/i;

/** Routes whose events one and the same handler of Bolt gets, under an address that says so. */
export function routesToBolt(
  program: Program,
): { readonly path: string; readonly location: Location; readonly to: Expr }[] {
  return (found.get(program) ?? []).flatMap(({ path, location, acts }) => {
    const handing = acts.find((act) => act.path !== undefined && adapters.test(act.path));
    if (path === undefined || !/\/events?\/?$/.test(path) || handing?.expr?.form !== 'call') return [];
    const { callee } = handing.expr;
    const receiver = callee.form === 'member' ? program.evaluate(callee.object, handing.scope) : undefined;
    return receiver?.is === 'outside' && receiver.made ? [{ path, location, to: receiver.made.call }] : [];
  });
}

/** All that were found in a program, also those that only hand to Bolt. */
const found = new WeakMap<Program, readonly Route[]>();

/** Functions that hand to Bolt what they do not drop themselves, in modules with that word. */
export function inFrontOfBolt(program: Program, word: RegExp): { readonly acts: readonly Act[] }[] {
  return program.modules
    .filter(({ module }) => word.test(module.text) && behind.test(module.text))
    .flatMap(({ functions }) => functions.map(({ fn }) => ({ acts: actsOf(program, fn) })))
    .filter(({ acts }) => handsToBolt(acts));
}

/** A handler may be made in another module: then it is called so. */
const behind =
  /SlackRequestHandler|slack-bolt|AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|processEvent|dispatch|\.handle\(/i;

function isForSlack({ readsEvents, readsForms, acts }: Route): boolean {
  return (readsEvents || readsForms) && !handsToBolt(acts);
}
