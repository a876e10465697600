// Below which address a router is mounted: `app.use('/slack', router)`, `app.route('/slack', router)`, `{ prefix: '/slack' }`.
import type { Program } from './program.ts';
import type { CallSite } from './scope.ts';
import type { Call, Expr } from './syntax.ts';

interface Mount {
  readonly prefix: string;
  /** The router that it is mounted on; undefined for the app itself. */
  readonly on: Call | undefined;
}

const known = new WeakMap<Program, ReadonlyMap<Call, Mount>>();
/** Routers in routers in routers. */
const deepest = 5;

/** Empty where it is mounted nowhere in sight. */
export function prefixOf(program: Program, { call, scope }: Pick<CallSite, 'call' | 'scope'>): string {
  const { callee } = call;
  const router = callee.form === 'member' ? program.evaluate(beginning(callee.object), scope) : undefined;
  const made = router?.is === 'outside' ? router.made?.call : undefined;
  return made ? prefixAbove(program, made, scope, 0) : '';
}

function prefixAbove(program: Program, made: Call, scope: CallSite['scope'], depth: number): string {
  const mount = mountsOf(program).get(made);
  const above =
    mount?.on && mount.on !== made && depth < deepest ? prefixAbove(program, mount.on, scope, depth + 1) : '';
  return `${above}${mount?.prefix ?? ''}${prefixIn(program, made, scope) ?? ''}`;
}

/** `router` of `router.route('/x').get(f)`. */
function beginning(expr: Expr): Expr {
  const inner = expr.form === 'call' && expr.callee.form === 'member' ? expr.callee : undefined;
  return inner && /^(route|get|post|put|all|use)$/.test(inner.name ?? '') ? beginning(inner.object) : expr;
}

/** `new Router({ prefix: '/slack' })` of Koa. */
function prefixIn(program: Program, { args }: Call, scope: CallSite['scope']): string | undefined {
  const field = program.fieldOf(args[0]?.value, 'prefix', scope);
  const prefix = field && program.constant(field.value, field.scope);
  return typeof prefix === 'string' ? prefix : undefined;
}

function mountsOf(program: Program): ReadonlyMap<Call, Mount> {
  const before = known.get(program);
  if (before) return before;
  const all = new Map<Call, Mount>();
  known.set(program, all);
  for (const { call, scope } of program.calls) {
    const { callee, args } = call;
    if (callee.form !== 'member' || !/^(use|route|register|mount)$/.test(callee.name ?? '')) continue;
    const [first] = args;
    if (scope.module.language === 'python' || args.length < 2 || first?.value.form === 'function') continue;
    const prefix = program.constant(first?.value, scope);
    if (typeof prefix !== 'string' || !prefix.startsWith('/')) continue;
    const on = program.evaluate(beginning(callee.object), scope);
    for (const { value } of args.slice(1)) {
      const router = program.evaluate(value, scope);
      if (router?.is === 'outside' && router.made)
        all.set(router.made.call, { prefix, on: on?.is === 'outside' ? on.made?.call : undefined });
    }
  }
  return all;
}
