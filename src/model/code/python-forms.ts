// How Python reads the form of a click or of a slash command, and the older token by which it knows who sends.
import { mentions } from './looks.ts';
import type { Program } from './program.ts';
import type { Expr, Func } from './syntax.ts';

/** `data.get("token") == settings.SLACK_VERIFICATION_TOKEN`: the older way to know who sends. */
export function comparesOwnToken(exprs: readonly Expr[]): boolean {
  return exprs.some(
    (one) =>
      one.form === 'operation' &&
      /^[!=]==?$/.test(one.sign) &&
      mentions(one, /^token$/) &&
      mentions(one, /^\w*(slack\w*token|verification_?token)$/i),
  );
}

/** `response_url: str = Form(...)` of FastAPI. */
export function hasFormField({ parameters }: Func, name: RegExp): boolean {
  return parameters.some(
    ({ pattern, fallback }) =>
      pattern.name !== undefined &&
      name.test(pattern.name) &&
      fallback?.form === 'call' &&
      fallback.callee.form === 'name' &&
      fallback.callee.name === 'Form',
  );
}

export function readsForm(expr: Expr): boolean {
  return (
    expr.form === 'member' &&
    (expr.name === 'form' || expr.name === 'POST') &&
    expr.object.form === 'name' &&
    expr.object.name === 'request'
  );
}

/** `body.replace("payload=", "")` of a form that is read by hand. */
export function isFieldWritten(expr: Expr): boolean {
  return expr.form === 'text' && expr.value === 'payload=';
}

/** The file that takes a command need not say whose it is where others of the project do. */
export function isOfSlack(program: Program): boolean {
  const before = named.get(program);
  if (before !== undefined) return before;
  const own = program.modules.some(({ module }) => module.language === 'python' && ofSlack.test(module.text));
  named.set(program, own);
  return own;
}

/** It imports a client, or speaks to the Web API by itself. */
export const ofSlack = /\b(from|import) +(slack\w*)\b|slack\.com\//;
const named = new WeakMap<Program, boolean>();
