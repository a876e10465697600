// Handlers that nobody registers in sight: the name of an export, or the file that it stands in, says that the platform calls them.
import type { Program } from './program.ts';
import { isLambda } from './route-shapes.ts';
import { type Indexed, lookUp, type Scope } from './scope.ts';
import { type Served, wrappedIn } from './servers.ts';
import type { Expr, Func, Span } from './syntax.ts';

export interface Exported {
  readonly framework: 'lambda' | 'next' | 'worker';
  readonly handler: Func;
  readonly at: Span;
  readonly hands?: Served['hands'];
}

/** `exports.handler`, `export default` of a page or a function below `api`, `POST` of a route file, a worker's `fetch`, Remix' `action`. */
export function exportedHandlers(program: Program, { module, scope }: Indexed): Exported[] {
  const isPage = /(^|\/)pages\/api\//.test(module.file);
  const isApi = /(^|\/)api\/.*\.[cm]?[jt]s$/.test(module.file);
  return module.exports.flatMap(({ name, value }): Exported[] => {
    // https://developers.cloudflare.com/workers/runtime-apis/handlers/fetch/
    const worker = name === 'default' ? program.fieldOf(value, 'fetch', scope) : undefined;
    const given = worker?.value ?? value;
    const own = program.evaluate(given, scope);
    const call = callIn(given, scope);
    const inner = call && wrappedIn(program, call, scope, 1);
    // `export { POST } from './elsewhere'` is the route of whoever writes it.
    if (!inner && (own?.is !== 'function' || own.scope.module !== module)) return [];
    const fn = inner ?? (own?.is === 'function' ? own.fn : undefined);
    if (!fn) return [];
    const at = call && program.inside(fn)?.module !== module ? call.at : fn.at;
    if (name === 'handler' || isLambda(program, fn, program.inside(fn) ?? scope))
      return [{ framework: 'lambda', handler: fn, at }];
    if (worker) return [{ framework: 'worker', handler: fn, at }];
    // One object holds the request: SvelteKit, Astro, Remix, Pages of Cloudflare.
    const isHeld = holdsRequest(fn);
    if (/^(POST|ALL|action|onRequest|onRequestPost)$/.test(name)) {
      if (isHeld) return [{ framework: 'worker', handler: fn, at, hands: ['http'] }];
      return /^(POST|ALL)$/.test(name) ? [{ framework: 'next', handler: fn, at }] : [];
    }
    if (name !== 'default') return [];
    // https://learn.microsoft.com/azure/azure-functions/functions-reference-node?pivots=nodejs-model-v3
    if (isOfAzure(fn)) return [{ framework: 'worker', handler: fn, at, hands: [undefined, 'http.request'] }];
    const isFunction = isApi && (fn.parameters.length === 2 || fn.parameters.length === 1);
    return isPage || isFunction ? [{ framework: 'next', handler: fn, at }] : [];
  });
}

/** `export const POST = withErrors(handler)` */
function callIn(expr: Expr, scope: Scope): Extract<Expr, { form: 'call' }> | undefined {
  if (expr.form === 'call') return expr;
  const [only, another] = expr.form === 'name' ? lookUp(scope, expr.name) : [];
  return only?.is === 'value' && !another && only.path.length === 0 && only.value.form === 'call'
    ? only.value
    : undefined;
}

function holdsRequest({ parameters: [first] }: Func): boolean {
  const { name, fields } = first?.pattern ?? {};
  return (fields ?? []).some(({ key }) => key === 'request') || /^(event|context|ctx|args|locals)$/.test(name ?? '');
}

/** `async (context, req)`: the answer is there when it has ended. */
function isOfAzure({ parameters, isAsync }: Func): boolean {
  const [first, second] = parameters.map(({ pattern }) => pattern.name ?? '');
  return isAsync && first === 'context' && /^req(uest)?$/.test(second ?? '');
}
