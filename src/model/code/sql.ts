// The SQL text that a call carries, as far as it is written out.
import type { Act } from './act.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

const statement = /^\s*(insert|update|delete|select|with|merge|replace|begin|commit)\b/i;

export function sqlIn({ kind, expr }: Act): string | undefined {
  if (kind !== 'call' || expr?.form !== 'call') return undefined;
  for (const { value } of expr.args) {
    const text = everyExpr(value).find(
      (one): one is Extract<Expr, { form: 'text' }> => one.form === 'text' && statement.test(one.fixed),
    );
    if (text) return text.fixed;
  }
  return undefined;
}
