// Is an expression the whole of what Slack sent? One field of it is not.
import type { Act } from './act.ts';
import { payloadInJavaScript } from './payload-in-javascript.ts';
import { payloadInPython } from './payload-in-python.ts';
import type { Program } from './program.ts';
import type { Expr } from './syntax.ts';

/** How a reader calls it; undefined where it is something else, or nobody can tell. */
export function payloadIn(program: Program, expr: Expr, act: Act): string | undefined {
  const ask = act.scope.module.language === 'python' ? payloadInPython : payloadInJavaScript;
  return ask(program, expr, act);
}
