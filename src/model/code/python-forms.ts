// How Python reads the form of a click or of a slash command, and the older token by which it knows who sends.
import { mentions } from './looks.ts';
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
