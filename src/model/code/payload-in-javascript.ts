// Is an expression of JavaScript the whole of what Slack sent: as it came, parsed, or written out again?
import type { Act } from './act.ts';
import { isAnotherByNow } from './another-by-now.ts';
import { returnsOf } from './calls.ts';
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Expr } from './syntax.ts';
import { pathOf } from './value.ts';

const body =
  'http\\.request\\.(body|request\\.body|(req\\.)?(json|text|parseBody|formData)\\(\\))(\\.(event|payload))?|lambda\\.event(\\.body)?(\\.event)?';
const payloads = new RegExp(
  `^(http\\.request|slack|slack\\.(body|event|message|payload|action|view|shortcut|command|args)|${body}|flask\\.request\\.(json|get_json\\(\\)|data|form))$`,
);
/** What gives back what it is handed in another form. */
const reforms = /^(stringify|dumps|parse|loads|fromEntries|inspect|URLSearchParams|parse_qs)$/;
/** They read the whole body of the request that they are handed. */
const readers = /^((get|read|parse)_?(raw_?)?body|rawBody|buffer)$/i;
const deepest = 5;

/** How a reader calls it, without the framework; undefined where it is something else, or nobody can tell. */
export function payloadInJavaScript(program: Program, expr: Expr, act: Act): string | undefined {
  if (expr.form === 'name' && isAnotherByNow(program, expr, act, payloads)) return undefined;
  const way = payloadAt(program, expr, act.scope);
  // A listener of Bolt is handed one object that holds the body.
  return way === 'slack' ? 'what the listener is handed' : way?.replace(/^(slack|http|lambda|flask)\./, '');
}

/** Its way, as a reader knows it: `slack.body`, `http.request.body`; not one field of it. */
function payloadAt(program: Program, expr: Expr, scope: Scope, depth = 0): string | undefined {
  if (depth > deepest) return undefined;
  const inner = (one: Expr, home = scope) => payloadAt(program, one, home, depth + 1);
  switch (expr.form) {
    case 'await':
      return inner(expr.value);
    case 'text':
      return first(expr.parts, inner);
    case 'object':
      return first(
        expr.entries.map(({ value }) => value),
        inner,
      );
    case 'list':
      return first(expr.items, inner);
    case 'choice':
      return first([expr.yes, expr.no], inner);
    case 'operation':
      return /^(or|and)$/.test(expr.sign) ? first(expr.parts, inner) : undefined;
    case 'call': {
      const { callee } = expr;
      const name = callee.form === 'member' || callee.form === 'name' ? callee.name : undefined;
      if (reforms.test(name ?? '')) return expr.args[0] && inner(expr.args[0].value);
      if (readers.test(name ?? '') && isRequest(program, expr.args[0]?.value, scope)) return 'http.request.body';
      const own = program.calledFunction(expr, scope);
      const home = own && program.inside(own);
      const given = own && home ? returnsOf(own).map((one) => inner(one, home)) : [];
      if (given.length > 0 && given.every((one) => one !== undefined)) return given[0];
      break;
    }
    case 'name':
    case 'member':
      break;
    default:
      return undefined;
  }
  const path = pathOf(program.evaluate(expr, scope)) ?? '';
  if (payloads.test(path)) return path;
  if (expr.form === 'member' && /^(event|payload)$/.test(expr.name ?? '')) return inner(expr.object);
  return expr.form === 'name' ? throughName(program, expr.name, scope, depth) : undefined;
}

/** What a name was bound to, where all that it was bound to is known. */
function throughName(program: Program, name: string, scope: Scope, depth: number): string | undefined {
  const values = lookUp(scope, name).flatMap((one) =>
    one.is === 'value' && one.path.every((key) => /^(event|payload)$/.test(key ?? ''))
      ? [payloadAt(program, one.value, one.scope, depth + 1)]
      : one.is === 'unknown'
        ? []
        : [undefined],
  );
  return values.every((one) => one !== undefined) ? values[0] : undefined;
}

function isRequest(program: Program, expr: Expr | undefined, scope: Scope): boolean {
  return expr !== undefined && pathOf(program.evaluate(expr, scope)) === 'http.request';
}

function first(list: readonly Expr[], ask: (one: Expr) => string | undefined): string | undefined {
  return list.map((one) => ask(one)).find((one) => one !== undefined);
}
