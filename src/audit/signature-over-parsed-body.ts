// Is the signature computed over something else than what was signed?
import type { AuditInput } from '../model/audit-input.ts';
import { argumentFor } from '../model/code/calls.ts';
import { everyExprIn } from '../model/code/every-expr.ts';
import { locate } from '../model/code/locate.ts';
import type { Program } from '../model/code/program.ts';
import { lookUp, type Scope } from '../model/code/scope.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly call: string;
}

export const signatureOverParsedBody = defineRule<AuditInput, Args>({
  id: 'signature-over-parsed-body',
  title: 'The signature is computed over a body that was written anew',
  severity: 'note',
  problem:
    'Slack signs the bytes that it sends. A body that was parsed and written again has other spaces, escapes and orders: the check fails for some events, they are refused, and Slack sends them again.',
  fix: ['Keep the raw bytes before any parser runs (express.raw, request.get_data()) and sign those.'],
  check({ program }) {
    return everyExprIn(program, /v0:/).flatMap(({ expr, module, scope }) => {
      if (expr.form !== 'text' || !/^v0:/.test(expr.fixed)) return [];
      const bad = expr.parts.map((part) => rewriting(program, part, scope)).find((one) => one !== undefined);
      return bad ? [found(this.id, locate(module, expr.at), { call: bad })] : [];
    });
  },
  say: ({ call }) => `The signature is computed over ${call}(…), which is not what Slack signed.`,
});

function rewriting(program: Program, expr: Expr, scope: Scope, depth = 0): string | undefined {
  for (const one of everyExpr(expr)) {
    if (one.form === 'call' && one.callee.form === 'member' && one.callee.object.form === 'name') {
      const name = `${one.callee.object.name}.${one.callee.name}`;
      if (/^(JSON\.stringify|json\.dumps|qs\.stringify|querystring\.stringify)$/.test(name)) return name;
    }
    if (isForm(one)) return 'URLSearchParams';
    const handed = depth < 2 ? handedFor(program, one, scope) : [];
    const first = handed[0] && rewriting(program, handed[0].value, handed[0].scope, depth + 1);
    if (first && handed.every(({ value, scope: home }) => rewriting(program, value, home, depth + 1))) return first;
    const bindings = one.form === 'name' && depth < 2 ? lookUp(scope, one.name) : [];
    // Several values: which of them it is cannot be seen.
    const [only] = bindings;
    if (bindings.length === 1 && only?.is === 'value' && only.path.length === 0) {
      const found = /^(call|text|choice|operation)$/.test(only.value.form)
        ? rewriting(program, only.value, only.scope, depth + 1)
        : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

/** `new URLSearchParams(fields).toString()` */
function isForm(expr: Expr): boolean {
  if (expr.form !== 'call' || expr.callee.form !== 'member' || expr.callee.name !== 'toString') return false;
  const { object } = expr.callee;
  return object.form === 'call' && object.callee.form === 'name' && object.callee.name === 'URLSearchParams';
}

/** What callers hand to the parameter that a name or its field stands for. */
function handedFor(program: Program, expr: Expr, scope: Scope): { value: Expr; scope: Scope }[] {
  const field = expr.form === 'member' && expr.object.form === 'name' ? expr.name : undefined;
  const name =
    expr.form === 'name' ? expr.name : field !== undefined && expr.form === 'member' ? nameOf(expr.object) : '';
  const [binding] = name === '' ? [] : lookUp(scope, name);
  if (binding?.is !== 'parameter') return [];
  const path = [...binding.path, ...(field === undefined ? [] : [field])];
  const [key, deeper] = path;
  if (deeper !== undefined) return [];
  return program.callersOf(binding.fn).flatMap((site) => {
    const value = argumentFor(binding.fn, binding.index, name, site);
    if (!value) return [];
    if (path.length === 0) return [{ value, scope: site.scope }];
    const own = key === undefined ? undefined : program.fieldOf(value, key, site.scope);
    return own ? [own] : [];
  });
}

function nameOf(expr: Expr): string {
  return expr.form === 'name' ? expr.name : '';
}
