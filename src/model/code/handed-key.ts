// Is a key about an event, also where a helper has a name of its own for what it is handed?
import type { Act } from './act.ts';
import { argumentFor } from './calls.ts';
import { isAboutEvent } from './dedupe-stores.ts';
import { lookUp } from './scope.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

/** The key follows the calls that lead to the act. */
export function isHandedEvent(key: Expr, act: Act, acts: readonly Act[]): boolean {
  if (isAboutEvent(key, act.scope)) return true;
  const outer = act.chain.at(-1);
  const { fn } = act.scope;
  if (!fn || !outer) return false;
  const own = everyExpr(key).flatMap((one) => {
    const binding = one.form === 'name' ? lookUp(act.scope, one.name)[0] : undefined;
    const isOwn = binding?.is === 'parameter' && binding.fn === fn && binding.path.length === 0;
    return isOwn && one.form === 'name' ? [{ index: binding.index, name: one.name }] : [];
  });
  // Who called it is worth finding only where something was handed over.
  const caller =
    own.length > 0
      ? acts.find(({ expr, local }) => local === fn && expr?.form === 'call' && expr.at === outer.at)
      : undefined;
  if (caller?.expr?.form !== 'call') return false;
  const { expr: call, scope } = caller;
  return own.some(({ index, name }) => {
    const given = argumentFor(fn, index, name, { call, scope });
    return given !== undefined && isHandedEvent(given, caller, acts);
  });
}
