// Does anything stand between a Python route and its handler that may check who sends? What is not known may.
import { actsOf } from './acts.ts';
import { exprsOf } from './handler-reads.ts';
import type { Program } from './program.ts';
import type { Route } from './routes.ts';
import type { Scope } from './scope.ts';
import type { Says } from './stands-in-front.ts';
import type { Call, Expr, Func } from './syntax.ts';
import { pathOf } from './value.ts';
import { everyExpr } from './walk.ts';

export function mayStandInFrontOfPython(program: Program, { handler, acts }: Route, says: Says): boolean {
  // Whoever reads the older token may compare it elsewhere.
  if (exprsOf(handler, acts).some(readsSentToken)) return true;
  const inside = program.inside(handler);
  const home = inside?.parent ?? inside;
  if (!home) return true;
  if (handler.decorators.some((one) => mayCheck(program, one, home, says))) return true;
  if (handler.parameters.some(({ fallback }) => fallback && depends(program, fallback, home, says))) return true;
  const owner = inside?.owner?.cls;
  if (
    owner?.members.some(({ name, value }) => /^(permission|authentication)_classes$/.test(name ?? '') && !isOpen(value))
  )
    return true;
  return hooks(program, says) || program.calls.some((site) => wraps(program, site.call, site.scope, handler, says));
}

/** `data["token"]`, `form.get("token")`; the one of the app stands in its settings. */
function readsSentToken(expr: Expr): boolean {
  if (expr.form === 'member') return expr.name === 'token' && !isCalled(expr.object, ofTheApp);
  const key = expr.form === 'call' && isCalled(expr.callee, /^get$/) ? expr.args[0]?.value : undefined;
  return key?.form === 'text' && key.value === 'token';
}

const ofTheApp =
  /^(self|cls|\w*(settings|config|cfg|conf|client|app|environ|installation|team|workspace|bot|secrets))$/i;

/** `permission_classes = (AllowAny,)` */
function isOpen(value: Expr | undefined): boolean {
  return value === undefined || everyExpr(value).every((one) => one.form === 'list' || isCalled(one, /^AllowAny$/));
}

function isCalled(expr: Expr, name: RegExp): boolean {
  return (expr.form === 'name' || expr.form === 'member') && name.test(expr.name ?? '');
}

/** Whatever is declared for every route, and functions that run before each of them. */
function hooks(program: Program, says: Says): boolean {
  const isHook = (one: Expr) =>
    isCalled(one.form === 'call' ? one.callee : one, /^(before_request|before_app_request|middleware|on_request)$/);
  return program.modules.some(({ module, functions, classes }) => {
    if (module.language !== 'python') return false;
    if (/\bwsgi_app\s*=/.test(module.text)) return true;
    const own = functions.flatMap(({ fn }) => (fn.decorators.some(isHook) ? [fn] : []));
    const between = classes.flatMap(({ cls }) =>
      cls.bases.some((base) => isCalled(base, /Middleware/)) || /Middleware/.test(cls.name ?? '')
        ? cls.members.flatMap(({ fn }) => fn ?? [])
        : [],
    );
    return [...own, ...between].some((fn) => isSaid(program, fn, says));
  });
}

/** `path("events", signed(events))`, `APIRouter(dependencies=[Depends(signed)])`, `app.before_request(signed)`. */
function wraps(program: Program, call: Call, scope: Scope, handler: Func, says: Says): boolean {
  if (scope.module.language !== 'python') return false;
  const declared = call.args.find(({ keyword }) => keyword === 'dependencies')?.value;
  if (declared && everyExpr(declared).some((one) => one.form === 'call' && depends(program, one, scope, says)))
    return true;
  const { callee } = call;
  if (isCalled(callee, /^(before_request|add_middleware|route_middleware)$/))
    return call.args.slice(0, 1).some(({ value }) => mayCheck(program, value, scope, says));
  if (harmless.test(pathOf(program.evaluate(callee, scope)) ?? '')) return false;
  const isHanded = call.args.some(({ value }) => {
    const own = value.form === 'name' || value.form === 'member' ? program.evaluate(value, scope) : undefined;
    return own?.is === 'function' && own.fn === handler;
  });
  return isHanded && mayCheck(program, callee, scope, says);
}

function depends(program: Program, fallback: Expr, scope: Scope, says: Says): boolean {
  if (fallback.form !== 'call' || !isCalled(fallback.callee, /^(Depends|Security)$/)) return false;
  const [first] = fallback.args;
  return first !== undefined && mayCheck(program, first.value, scope, says);
}

function mayCheck(program: Program, expr: Expr, scope: Scope, says: Says): boolean {
  if (expr.form === 'text' || expr.form === 'literal') return false;
  if (everyExpr(expr).some(says)) return true;
  const value = program.evaluate(expr.form === 'call' ? expr.callee : expr, scope);
  if (value?.is === 'function') return isSaid(program, value.fn, says);
  if (value?.is === 'class' || value?.is === 'instance')
    return value.def.cls.members.some(({ fn }) => fn !== undefined && isSaid(program, fn, says));
  return value?.is !== 'outside' || !harmless.test(value.path);
}

function isSaid(program: Program, fn: Func, says: Says): boolean {
  return exprsOf(fn, actsOf(program, fn)).some(says);
}

/** Routes, parsers, sessions, headers and what writes log lines. */
const harmless =
  /^(flask|quart|sanic|starlette|fastapi|chalice|bottle|aiohttp|django\.(urls|conf\.urls|views\.decorators)|rest_framework\.decorators\.api_view|functools|functions_framework|azure\.functions|asyncio|threading|global\.(print|callable|getattr))\b/;
