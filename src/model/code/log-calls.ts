// Which calls write into a log.
import type { Call, Expr, Func, Stmt } from './syntax.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export function isLog({ callee }: Call): boolean {
  if (callee.form === 'name') return /^(p?print|rprint|pp|log|[a-z]+Log)$/.test(callee.name);
  // https://axiom.co/docs/guides/javascript
  if (callee.form === 'member' && callee.name === 'ingestEvents') return true;
  // `sys.stdout.write(…)`, and the console of https://rich.readthedocs.io/en/stable/console.html.
  if (callee.form === 'member' && callee.name === 'write') return /^(stdout|stderr)$/.test(lastName(callee.object));
  if (callee.form === 'member' && /^(print|print_json|pprint)$/.test(callee.name ?? ''))
    return /^(rich|pprint|_*([a-z]+_)*console)$/i.test(lastName(callee.object));
  return (
    callee.form === 'member' &&
    /^(log|info|debug|warn|error|warning|exception|critical|fatal|success|trace|dir)$/.test(callee.name ?? '') &&
    (/^_*([a-z0-9]+_)*(console|log|logger|logging|lg)$|[a-z0-9]log(ger|ging)$/i.test(lastName(callee.object)) ||
      isMade(callee.object))
  );
}

/** `logging.getLogger(__name__).info(…)` */
function isMade(expr: Expr): boolean {
  return expr.form === 'call' && /^(getLogger|get_logger)$/.test(lastName(expr.callee));
}

/** A function of the project that writes what it is given into the log: `def log(text): print(now() + text)`. */
export function isOwnLog({ name, parameters, body }: Func): boolean {
  if (!/^_*(write_?|to_?|send_?)?(log|logs|logging|debug|trace)(_?[a-z]+)?$|_log$/i.test(name ?? '')) return false;
  const given = new Set(parameters.map(({ pattern }) => pattern.name));
  const holds = (value: Expr) => everyExpr(value).some((part) => part.form === 'name' && given.has(part.name));
  for (const one of body) if (one.does === 'bind' && one.value && holds(one.value)) given.add(one.pattern.name);
  return exprsBelow(body).some(
    (one) => one.form === 'call' && isLog(one) && one.args.some(({ value }) => holds(value)),
  );
}

function exprsBelow(list: readonly Stmt[]): readonly Expr[] {
  return list.flatMap((one) => [...valuesOf(one).flatMap(everyExpr), ...blocksOf(one).flatMap(exprsBelow)]);
}

function lastName(expr: Expr): string {
  if (expr.form === 'name') return expr.name;
  return expr.form === 'member' ? (expr.name ?? '') : '';
}
