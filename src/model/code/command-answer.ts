// Does a handler answer with what only a slash command is answered with?
import type { Act } from './act.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr } from './syntax.ts';

/** `{ response_type: 'in_channel', … }` as the answer itself; what is posted to a response_url is no answer. */
export function answersCommand(program: Program, acts: readonly Act[]): boolean {
  return acts.some(({ kind, path, expr, scope, frames }) => {
    if (kind === 'return') return frames.length === 1 && expr !== undefined && saysWho(program, expr, scope);
    if (kind !== 'call' || expr?.form !== 'call') return false;
    return (
      /^http\.response\.(.*\.)?(send|json|end)$/.test(path ?? '') &&
      expr.args.some(({ value }) => saysWho(program, value, scope))
    );
  });
}

function saysWho(program: Program, expr: Expr, scope: Scope, depth = 0): boolean {
  if (expr.form === 'await') return saysWho(program, expr.value, scope, depth);
  const type = program.fieldOf(expr, 'response_type', scope);
  // The word is one of OAuth as well.
  if (type) return /^(in_channel|ephemeral|undefined)$/.test(String(program.constant(type.value, type.scope)));
  // `jsonify(response_type="in_channel")`
  const word = expr.form === 'call' ? expr.args.find(({ keyword }) => keyword === 'response_type')?.value : undefined;
  if (word) return /^(in_channel|ephemeral)$/.test(String(program.constant(word, scope)));
  // `c.json({ … })`, `new Response(JSON.stringify({ … }))`.
  return (
    depth < 2 &&
    expr.form === 'call' &&
    answering.test(expr.callee.form === 'member' || expr.callee.form === 'name' ? (expr.callee.name ?? '') : '') &&
    expr.args.some(({ value }) => saysWho(program, value, scope, depth + 1))
  );
}

const answering =
  /^(json|send|stringify|Response|NextResponse|jsonify|dumps|make_response|HttpResponse|JsonResponse|JSONResponse)$/;
