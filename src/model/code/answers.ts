// Who acknowledges what, and where an act stands for a reader.
import type { Location } from '../rule.ts';
import type { Act } from './act.ts';
import { locate } from './locate.ts';
import type { Program } from './program.ts';
import type { Func } from './syntax.ts';
import { pathOf } from './value.ts';
import { everyExpr } from './walk.ts';

export function ackOf({ path, kind, expr }: Act): boolean {
  if (kind !== 'call') return false;
  // A function may be called with another ack elsewhere, an empty one for instance: what it is called here says what it is for.
  if (expr?.form === 'call' && expr.callee.form === 'name' && expr.callee.name === 'ack') return true;
  if (expr?.form === 'call' && expr.callee.form === 'member' && expr.callee.name === 'send_socket_mode_response')
    return true;
  if (path !== undefined) return /^slack\.(args\.)?ack$/.test(path);
  // Renamed beyond what can be followed, and still called so.
  return expr?.form === 'call' && expr.callee.form === 'member' && expr.callee.name === 'ack';
}

/** Is `ack`, or what holds it, handed to something whose inside is not seen? */
export function ackMayEscape(program: Program, handler: Func, acts: readonly Act[]): boolean {
  const [first] = handler.parameters;
  const isWhole =
    first?.pattern.name !== undefined || (first?.pattern.fields ?? []).some(({ key }) => key === undefined);
  const own = program.inside(handler);
  const isPython = own?.module.language === 'python';
  if (handler.parameters.some(({ isRest }) => isRest)) return true;
  return acts.some((act) => {
    if (act.kind !== 'call' || act.expr?.form !== 'call' || act.local) return mentionsNext(act);
    return act.expr.args.some(({ value, isSpread }) =>
      everyExpr(value).some((part) => {
        if (part.form !== 'name') return false;
        const path = pathOf(program.evaluate(part, act.scope));
        return path === 'slack.ack' || (path === 'slack' && (isSpread === true || isWhole || isPython));
      }),
    );
  });
}

/** `await next()` in a handler: whatever follows may acknowledge. */
function mentionsNext({ path }: Act): boolean {
  return path === 'slack.next';
}

export function placeOf({ at, scope }: Act): Location {
  return locate(scope.module, at);
}

/** The calls that lead from the handler to the act, for a reader who asks how it comes there. */
export function chainOf({ chain }: Act): Location[] {
  return chain.map(({ at, scope }) => locate(scope.module, at, 'called from here'));
}
