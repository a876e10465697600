// The words that a key is built from, through the names that stand for its parts.
import { lookUp, type Scope } from './scope.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

export function keyWords(expr: Expr, scope: Scope, depth = 0): string[] {
  return everyExpr(expr).flatMap((one) => {
    if (one.form === 'member') return one.name === undefined ? [] : [one.name];
    if (one.form === 'text') return [one.fixed];
    if (one.form !== 'name') return [];
    const inner =
      depth < 3
        ? lookUp(scope, one.name).flatMap((binding) =>
            binding.is === 'value' ? keyWords(binding.value, binding.scope, depth + 1) : [],
          )
        : [];
    return [one.name, ...inner];
  });
}
