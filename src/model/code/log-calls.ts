// Which calls write into a log.
import type { Call, Expr } from './syntax.ts';

export function isLog({ callee }: Call): boolean {
  if (callee.form === 'name') return /^p?print$/.test(callee.name);
  return (
    callee.form === 'member' &&
    /^(log|info|debug|warn|error|warning|exception|trace|dir)$/.test(callee.name ?? '') &&
    /^_?(console|log|logger|logging)$/i.test(lastName(callee.object))
  );
}

function lastName(expr: Expr): string {
  if (expr.form === 'name') return expr.name;
  return expr.form === 'member' ? (expr.name ?? '') : '';
}
