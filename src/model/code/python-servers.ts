// The decorators, calls, classes and entry points by which Python's frameworks are handed their HTTP handlers, and what each hands on.

import { readsField } from './handler-reads.ts';
import type { Program } from './program.ts';
import type { CallSite, ClassDef, Indexed, Scope } from './scope.ts';
import type { Argument, Expr, Func } from './syntax.ts';
import { pathOf } from './value.ts';

/** How a handler is called by its framework; `hands` is by place. */
export interface PythonServed {
  readonly framework: 'flask' | 'fastapi' | 'django' | 'lambda' | 'python' | 'other';
  readonly path: string | undefined;
  readonly handler: Func;
  readonly hands?: readonly (string | undefined)[];
}

const request = ['http.request'];
const decorators: readonly (readonly [RegExp, PythonServed['framework'], (readonly string[])?])[] = [
  [/^(flask\.(Flask|Blueprint)\(\)|flask_restful\.\w+\(\)|quart\.(Quart|Blueprint)\(\))\.(route|post)$/, 'flask'],
  [/^fastapi\.(FastAPI|APIRouter)\(\)\.(post|api_route)$/, 'fastapi'],
  [/^(sanic\.(Sanic|Blueprint)\(\)|starlette\.applications\.Starlette\(\))\.(post|route)$/, 'python', request],
  [/^aiohttp\.web\.RouteTableDef\(\)\.(post|route)$/, 'python', request],
  [/^(chalice\.(Chalice|Blueprint)\(\)|bottle\.(Bottle|default_app)\(\)|bottle)\.(route|post)$/, 'python'],
  [/^azure\.functions\.(FunctionApp|Blueprint)\(\)\.route$/, 'python', request],
  [/^aws_lambda_powertools\.event_handler(\.\w+)*\.(APIGateway\w*|LambdaFunctionUrl|ALB)Resolver\(\)\.post$/, 'python'],
];

/** `@app.post("/slack/events")` */
export function servedByDecorator(program: Program, decorator: Expr, fn: Func, scope: Scope): PythonServed | undefined {
  if (decorator.form !== 'call') return undefined;
  const callee = pathOf(program.evaluate(decorator.callee, scope)) ?? '';
  const [, framework, hands] = decorators.find(([pattern]) => pattern.test(callee)) ?? [];
  // aiohttp's `route` has the method in front of the address.
  const path = addressIn(program, decorator.args.slice(0, 2), scope);
  if (!framework || path === undefined) return undefined;
  return {
    ...{ framework, path: path.address, handler: fn },
    ...(framework === 'fastapi' ? { hands: bodiesOf(fn) } : hands && { hands }),
  };
}

/** The address is undefined where it is computed: `Config.WEBHOOK_PATH`. Without any there is no route. */
function addressIn(
  program: Program,
  args: readonly Argument[],
  scope: Scope,
): { readonly address: string | undefined } | undefined {
  const written = args
    .map(({ value }) => program.constant(value, scope))
    .find((one) => typeof one === 'string' && one.startsWith('/'));
  if (typeof written === 'string') return { address: written };
  // Azure's addresses have no stroke in front.
  const route = program.constant(args.find(({ keyword }) => keyword === 'route')?.value, scope);
  if (typeof route === 'string') return { address: `/${route}` };
  const first = args.find(({ keyword }) => keyword === undefined || /^(rule|path|route)$/.test(keyword))?.value;
  return first && /^(name|member|call|text)$/.test(first.form) && program.constant(first, scope) === undefined
    ? { address: undefined }
    : undefined;
}

/** FastAPI hands the body over as what is declared so; a model has fields of its own. https://fastapi.tiangolo.com/tutorial/body/ */
function bodiesOf({ parameters }: Func): (string | undefined)[] {
  return parameters.map(({ type, fallback }) => {
    const isBody = fallback?.form === 'call' && fallback.callee.form === 'name' && fallback.callee.name === 'Body';
    return isBody || (/^(dict|Dict)$/.test(type ?? '') && fallback === undefined) ? 'http.request.body' : undefined;
  });
}

const adding =
  /^(aiohttp\.web\.(post|route|Application\(\)\.router\.add_(post|route))|starlette\.routing\.Route|sanic\.(Sanic|Blueprint)\(\)\.add_route|flask\.(Flask|Blueprint)\(\)\.add_url_rule|quart\.Quart\(\)\.add_url_rule|fastapi\.(FastAPI|APIRouter)\(\)\.add_api_route)$/;

/** `web.post("/slack/events", events)`, `app.add_url_rule("/slack/events", view_func=events)` */
export function servedByCall(program: Program, { call, scope }: CallSite): PythonServed | undefined {
  const callee = pathOf(program.evaluate(call.callee, scope)) ?? '';
  if (route.test(callee)) return exempted(program, { call, scope });
  if (!adding.test(callee)) return undefined;
  const values = call.args.map(({ value }) => program.evaluate(value, scope));
  const handler = values.find((one) => one?.is === 'function');
  const found = addressIn(program, call.args, scope);
  if (handler?.is !== 'function' || found === undefined) return undefined;
  const { fn } = handler;
  const path = found.address;
  if (/^(flask|quart)/.test(callee)) return { framework: 'flask', path, handler: fn };
  if (callee.startsWith('fastapi')) return { framework: 'fastapi', path, handler: fn, hands: bodiesOf(fn) };
  const isMethod = fn.parameters[0]?.pattern.name === 'self';
  return { framework: 'python', path, handler: fn, hands: isMethod ? [undefined, ...request] : request };
}

/** `path("slack/events", csrf_exempt(events))`: only what is exempted takes what a stranger posts. */
function exempted(program: Program, { call, scope }: CallSite): PythonServed | undefined {
  const wrapped = call.args[1]?.value;
  if (wrapped?.form !== 'call') return undefined;
  if (pathOf(program.evaluate(wrapped.callee, scope)) !== 'django.views.decorators.csrf.csrf_exempt') return undefined;
  const view = wrapped.args[0] && program.evaluate(wrapped.args[0].value, scope);
  const path = program.constant(call.args[0]?.value, scope);
  if (view?.is !== 'function' || typeof path !== 'string') return undefined;
  return { framework: 'django', path, handler: view.fn, hands: request };
}

const route = /^django\.(urls\.(re_)?path|conf\.urls\.url)$/;

const views: readonly (readonly [RegExp, PythonServed['framework'], (readonly (string | undefined)[])?])[] = [
  [
    /^(django\.views(\.generic)?(\.\w+)?|rest_framework\.(views|generics))\.\w*(View|API\w*)$/,
    'django',
    [undefined, 'http.request'],
  ],
  [/^rest_framework\.viewsets\.\w*ViewSet$/, 'django', [undefined, 'http.request']],
  [/^(flask|quart)\.views\.MethodView$|^flask_restful\.Resource$|^flask_restx\.Resource$/, 'flask'],
  // What is written there may go out before the end or at it.
  [/^(tornado\.web\.RequestHandler|http\.server\.(Base|Simple)HTTPRequestHandler)$/, 'other'],
];

/** `post` of a class whose base is a view; the address stands elsewhere. */
export function servedByClass(program: Program, { classes }: Indexed): PythonServed[] {
  return classes.flatMap((def) => {
    const { cls, scope } = def;
    const bases = cls.bases.map((base) => pathOf(program.evaluate(base, scope)) ?? '');
    const [, framework, hands] = views.find(([pattern]) => bases.some((base) => pattern.test(base))) ?? [];
    // A set of views has a method of its own name for what is posted.
    const handler = cls.members.find(({ name }) => name === 'post' || name === 'create' || name === 'do_POST')?.fn;
    if (!framework || !handler) return [];
    const address = framework === 'django' && !/slack/i.test(cls.name ?? '') ? addressOf(program, def) : undefined;
    return [{ framework, path: address ?? cls.name, handler, ...(hands && { hands }) }];
  });
}

/** `path("slack/command/", Command.as_view())`, where it says whose it is. */
function addressOf(program: Program, cls: ClassDef): string | undefined {
  const known = addressed.get(program) ?? addressesIn(program);
  addressed.set(program, known);
  return known.find(({ of }) => of === cls)?.address;
}

const addressed = new WeakMap<Program, ReturnType<typeof addressesIn>>();

function addressesIn(program: Program): { readonly of: ClassDef; readonly address: string }[] {
  return program.calls.flatMap(({ call, scope }) => {
    const view = scope.module.language === 'python' ? viewOf(call.args[1]?.value) : undefined;
    if (!view || !route.test(pathOf(program.evaluate(call.callee, scope)) ?? '')) return [];
    const own = program.evaluate(view, scope);
    const address = program.constant(call.args[0]?.value, scope);
    return own?.is === 'class' && typeof address === 'string' && /slack/i.test(address)
      ? [{ of: own.def, address: `/${address.replace(/^\^|\$$/g, '')}` }]
      : [];
  });
}

function viewOf(expr: Expr | undefined): Expr | undefined {
  if (expr?.form !== 'call') return undefined;
  const { callee, args } = expr;
  return callee.form === 'member' && callee.name === 'as_view' ? callee.object : viewOf(args[0]?.value);
}

/** Under any name: two parameters called so, in a function that nobody in the project calls and that no queue calls either. */
export function servedByLambda(program: Program, { scope, functions, module }: Indexed): PythonServed[] {
  const named = ['lambda_handler', 'handler'].flatMap(
    (name) => program.evaluate({ form: 'name', name, at: { start: 0, end: 0 } }, scope) ?? [],
  )[0];
  const own = named?.is === 'function' && named.fn.parameters.length === 2 && named.scope.module === module;
  const entries = functions.flatMap(({ fn, scope: inner }) =>
    inner.parent === scope && !inner.owner && isEntry(program, fn, scope) ? [fn] : [],
  );
  const all = new Set([...(own && named.is === 'function' ? [named.fn] : []), ...entries]);
  return [...all].map((handler) => ({ framework: 'lambda', path: undefined, handler }));
}

/** Google's functions need no decorator: one parameter, called `request`, in a function that nobody in the project calls. */
export function servedByFunction(program: Program, { scope, functions, module }: Indexed): PythonServed[] {
  if (/\b(django|fastapi|starlette|sanic|aiohttp|rest_framework|quart)\b/.test(module.text)) return [];
  return functions.flatMap(({ fn, scope: inner }) => {
    const [only, ...more] = fn.parameters;
    const isAlone = only?.pattern.name === 'request' && more.length === 0 && fn.decorators.length === 0;
    if (!isAlone || inner.parent !== scope || inner.owner || program.callersOf(fn).length > 0) return [];
    return readsField(fn, [], /^(form|get_json|get_data|headers|json|data)$/)
      ? // Another of the project's own may call it: how it answers, and whom, is not known.
        [{ framework: 'other', path: fn.name, handler: fn, hands: request } as const]
      : [];
  });
}

function isEntry(program: Program, fn: Func, scope: Scope): boolean {
  const [event, context] = fn.parameters.map(({ pattern }) => pattern.name ?? '');
  return (
    fn.parameters.length === 2 &&
    /^_?(\w+_)?event$/.test(event ?? '') &&
    /^_*(\w+_)?(context|ctx)?$/.test(context ?? '') &&
    program.callersOf(fn).length === 0 &&
    !readsField(fn, [], /^(Records|detail)$/) &&
    fn.decorators.every((one) => (pathOf(program.evaluate(one, scope)) ?? '').startsWith('aws_lambda_powertools'))
  );
}
