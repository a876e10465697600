// HTTP handlers that receive from Slack without Bolt: Express and its likes, Next, Lambda, Flask, FastAPI, Django.
import type { Language } from '../audit-input.ts';
import type { Location } from '../rule.ts';
import type { Act } from './act.ts';
import { actsOf } from './acts.ts';
import { exportedHandlers } from './exported-handlers.ts';
import { handsToBolt, isAdapter } from './in-front-of-bolt.ts';
import { isInvoked } from './invoked-lambdas.ts';
import { locate } from './locate.ts';
import { mentions } from './looks.ts';
import { atSlackAddresses } from './own-paths.ts';
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
import { givenBy, isExported, isOfExpress } from './route-shapes.ts';
import type { CallSite, Indexed, Scope } from './scope.ts';
import { type Served, servedBy, servedByNest } from './servers.ts';
import type { Expr, Func, Span, Stmt } from './syntax.ts';
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
    | 'unseen' // Called as Express calls, and nobody can see where it is registered.
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
  // A server for development registers what the platform calls by its file.
  const registered = [...called, ...decorated, ...views];
  const handled = new Set(registered.map(({ handler }) => handler));
  const known = [...registered, ...exported.filter(({ handler }) => !handled.has(handler))];
  const run = new Set(known.flatMap(({ handler, acts }) => [handler, ...acts.flatMap(({ local }) => local ?? [])]));
  const others = program.modules.flatMap((one) => otherRoutes(program, one, run));
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
  hands: Served['hands'] = givenBy[framework],
): Route {
  program.give(handler, (index) => hands?.[index]);
  const acts = atSlackAddresses(actsOf(program, handler));
  const place = { text: program.inside(handler)?.module.text ?? '', file: location.file, path };
  return {
    ...{ framework, language, path, handler, location, acts },
    readsEvents: receivesEvents(handler, acts, place),
    readsForms: receivesForms(program, handler, acts, framework, place),
    isInvoked: framework === 'lambda' && language === 'python' && isInvoked(program, handler),
  };
}

function calledRoute(program: Program, site: CallSite): Route[] {
  const { module } = site.scope;
  if (module.language === 'python') {
    const own = servedByCall(program, site);
    return own ? [pythonRoute(program, own, locate(module, site.call.at))] : [];
  }
  const served = servedBy(program, site);
  if (!served) return [];
  const { framework, path, handler, hands } = served;
  return [routeOf(program, framework, path, handler, locate(module, atMethod(site)), module.language, hands)];
}

/** In a chain not the line on which it begins. */
function atMethod({ call: { callee, at }, scope }: CallSite): Span {
  if (callee.form !== 'member' || callee.object.form !== 'call' || callee.name === undefined) return at;
  return { start: scope.module.text.indexOf(callee.name, callee.object.at.end), end: at.end };
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

/** What the platform calls by the name of the export or of the file. */
function exportedRoutes(program: Program, one: Indexed): Route[] {
  const { module } = one;
  if (module.language === 'python')
    return [...servedByClass(program, one), ...servedByLambda(program, one), ...servedByFunction(program, one)].map(
      (served) => pythonRoute(program, served, locate(module, served.handler.at)),
    );
  return exportedHandlers(program, one).map(({ framework, handler, hands, at }) =>
    routeOf(program, framework, undefined, handler, locate(module, at), module.language, hands),
  );
}

/** Whatever looks for the handshake of the Events API receives from Slack, however it is called. */
function otherRoutes(program: Program, { functions, module }: Indexed, run: ReadonlySet<Func>): Route[] {
  // What looks like a receiver in a module of Bolt's is its middleware.
  const isBolt = /@slack\/bolt|slack_bolt/.test(module.text);
  const words = isBolt
    ? /url_verification/
    : /url_verification|challenge|x-slack-(retry-num|signature)|response_(url|type)|trigger_id|\bpayload\b/i;
  if (!words.test(module.text)) return [];
  return functions.flatMap(({ fn, scope }) => {
    const isKnown = run.has(fn);
    const tests = isKnown ? [] : ownTests(fn.body);
    const isHandshake = tests.some((test) => mentions(test, /^url_verification$/));
    const isLike = !isBolt && (tests.some(asksForChallenge) || ownExprs(fn.body).some(isOwnHeader));
    if (isKnown) return [];
    const isExpress = isOfExpress(program, fn);
    if (!(isHandshake || isLike || (isExpress && !isBolt))) return [];
    const framework = !isExpress ? 'other' : isExported(program, fn) ? 'express' : 'unseen';
    return [routeOf(program, framework, undefined, fn, locate(scope.module, fn.at), scope.module.language)];
  });
}

function ownTests(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...(one.does === 'if' ? [one.test] : []), ...blocksOf(one).flatMap(ownTests)]);
}

function ownExprs(list: readonly Stmt[]): Expr[] {
  return list.flatMap((one) => [...valuesOf(one).flatMap(everyExpr), ...blocksOf(one).flatMap(ownExprs)]);
}

/** Routes whose events one and the same handler of Bolt gets, under an address that says so. */
export function routesToBolt(
  program: Program,
): { readonly path: string; readonly location: Location; readonly to: Expr }[] {
  return (found.get(program) ?? []).flatMap(({ path, location, acts }) => {
    const handing = acts.find((act) => act.path !== undefined && isAdapter(act.path));
    if (path === undefined || !/\/events?\/?$/.test(path) || handing?.expr?.form !== 'call') return [];
    const { callee } = handing.expr;
    const receiver = callee.form === 'member' ? program.evaluate(callee.object, handing.scope) : undefined;
    return receiver?.is === 'outside' && receiver.made ? [{ path, location, to: receiver.made.call }] : [];
  });
}

/** All that were found in a program, also those that only hand to Bolt. */
const found = new WeakMap<Program, readonly Route[]>();

function isForSlack({ readsEvents, readsForms, acts }: Route): boolean {
  return (readsEvents || readsForms) && !handsToBolt(acts);
}
