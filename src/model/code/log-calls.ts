// Which calls write into a log.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Call, Expr, Func, Stmt } from './syntax.ts';
import { pathOf } from './value.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export function isLog({ callee }: Call): boolean {
  if (callee.form === 'name') return /^(p?print|rprint|pp|log|[a-z]+Log|consola|dbg)$/.test(callee.name);
  // https://axiom.co/docs/guides/javascript
  if (callee.form === 'member' && callee.name === 'ingestEvents') return true;
  // `sys.stdout.write(…)`, and the console of https://rich.readthedocs.io/en/stable/console.html.
  if (callee.form === 'member' && callee.name === 'write') return /^(stdout|stderr)$/.test(lastName(callee.object));
  if (callee.form === 'member' && /^(print|print_json|pprint)$/.test(callee.name ?? ''))
    return /^(rich|pprint|_*([a-z]+_)*console)$/i.test(lastName(callee.object));
  return (
    callee.form === 'member' && levels.test(callee.name ?? '') && (isLogger(callee.object) || isMade(callee.object))
  );
}

/** The same, and what is a logger by where it comes from, whatever it is called. */
export function isLogCall(program: Program, call: Call, scope: Scope): boolean {
  if (isLog(call)) return true;
  const { callee } = call;
  if (callee.form === 'name' ? !/debug|log|dbg|trace/i.test(callee.name) : callee.form !== 'member') return false;
  if (callee.form === 'member' && !levels.test(callee.name ?? '')) return false;
  return libraries.test(pathOf(program.evaluate(callee, scope)) ?? '');
}

const levels =
  /^(log|info|debug|warn|error|warning|exception|critical|trace|dir|verbose|silly|fatal|notice|table|success|dump|logInfo|logDebug|logError)$/;

/** `console`, `this.logger`, `appLogger`, `slack_log`, `winston`. */
function isLogger(expr: Expr): boolean {
  const name = lastName(expr);
  return (
    /^_*([a-z0-9]+_)*(console|log|logger|logging|lg|winston|consola|signale|log4js|bunyan|pino|loglevel)$/i.test(
      name,
    ) ||
    /[a-z0-9](Log|Logger)$/.test(name) ||
    /[a-z0-9]log(ger|ging)$/i.test(name)
  );
}

const libraries =
  /^(pino|winston|bunyan|log4js|loglevel|signale|consola|tslog|roarr|npmlog|loglevel|simple-node-logger|electron-log|@logtail\/\w+|@nestjs\/common|nestjs-pino|nest-winston|@aws-lambda-powertools\/logger|lambda-log|@dazn\/lambda-powertools-logger|firebase-functions(\/logger|\.logger)?|@google-cloud\/logging[\w-]*|@std\/log|https:\/\/deno\.land\/std[^)]*\/log\/mod\.ts)([\w.()]*(Logger|logger|Log|ILogObj|child|getLogger|createLogger|scope|withTag|default|pino|winston|bunyan)(\(\))?|\(\)|\.\w+\(\))*\.\w+$|^debug(\.default)?\(\)(\.extend\(\))?$/;

/** `logging.getLogger(__name__).info(…)` */
function isMade(expr: Expr): boolean {
  return (
    expr.form === 'call' && /^(getLogger|get_logger|useLogger|createLogger|child|Logger)$/.test(lastName(expr.callee))
  );
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
