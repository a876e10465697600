// Which calls write into a log.
import type { Call, Expr } from './syntax.ts';

export function isLog({ callee }: Call): boolean {
  if (callee.form === 'name') return /^(p?print|log|[a-z]+Log)$/.test(callee.name);
  // https://axiom.co/docs/guides/javascript
  if (callee.form === 'member' && callee.name === 'ingestEvents') return true;
  return (
    callee.form === 'member' &&
    /^(log|info|debug|warn|error|warning|exception|critical|trace|dir)$/.test(callee.name ?? '') &&
    (/^_*([a-z0-9]+_)*(console|log|logger|logging|lg)$/i.test(lastName(callee.object)) || isMade(callee.object))
  );
}

/** `logging.getLogger(__name__).info(…)` */
function isMade(expr: Expr): boolean {
  return expr.form === 'call' && /^(getLogger|get_logger)$/.test(lastName(expr.callee));
}

function lastName(expr: Expr): string {
  if (expr.form === 'name') return expr.name;
  return expr.form === 'member' ? (expr.name ?? '') : '';
}
