// Loops and wrappers that run something again after it failed.
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import type { Expr, Func, Span, Stmt } from './syntax.ts';
import { pathOf } from './value.ts';
import { blocksOf, everyExpr, valuesOf } from './walk.ts';

export interface RetryLoop {
  readonly at: Span;
  /** What is tried. */
  readonly tried: Span;
  /** What follows an error looks at which one it was. */
  readonly looks: boolean;
  /** What repeats it, as a reader calls it. */
  readonly by: string;
}

export function retryLoops({ body, name }: Func): RetryLoop[] {
  return below(body).flatMap((loop): RetryLoop[] => {
    if (loop.does === 'try') return name === undefined ? [] : callingItself(loop, name);
    if (loop.does !== 'loop' || !counts(loop)) return [];
    return loop.body.flatMap((one): RetryLoop[] => {
      if (one.does !== 'try') return [];
      const tries = span(one.body);
      // Once it worked the loop is left; after an error it goes on.
      const leaves = below(one.body).some(({ does }) => does === 'return' || does === 'leave') || after(loop.body, one);
      const goesOn = one.catches.some(
        (body) => !body.some(({ does }) => does === 'return' || does === 'throw') && !isLeft(body),
      );
      return tries && leaves && goesOn
        ? [{ at: loop.at, tried: tries, looks: one.catches.some(looksAtError), by: 'the loop' }]
        : [];
    });
  });
}

/** `catch { return send(text, attempt + 1); }` of `send`. */
function callingItself(one: Extract<Stmt, { does: 'try' }>, name: string): RetryLoop[] {
  const tried = span(one.body);
  const again = one.catches.filter((body) => calls(body, name));
  return tried && again.length > 0
    ? [{ at: one.at, tried, looks: again.some(looksAtError), by: `${name}, which calls itself,` }]
    : [];
}

function calls(list: readonly Stmt[], name: string): boolean {
  return below(list).some((one) =>
    valuesOf(one).some((value) =>
      everyExpr(value).some(
        (part) =>
          part.form === 'call' &&
          (part.callee.form === 'name' ||
            (part.callee.form === 'member' &&
              part.callee.object.form === 'name' &&
              part.callee.object.name === 'this')) &&
          part.callee.name === name,
      ),
    ),
  );
}

/** Not over items: an own number, a range, or as long as something holds. */
function counts(loop: Extract<Stmt, { does: 'loop' }>): boolean {
  if (loop.pattern === undefined) return true;
  return loop.head.some((head) => head.form === 'call' && head.callee.form === 'name' && head.callee.name === 'range');
}

function after(body: readonly Stmt[], one: Stmt): boolean {
  return body.slice(body.indexOf(one) + 1).some(({ does }) => does === 'return' || does === 'leave');
}

function isLeft(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  // `continue` goes on, `break` does not; both are "leave", and only the text tells them apart.
  return last?.does === 'leave' && last.at.end - last.at.start <= 'break;'.length;
}

const errorWords =
  /^(status|status_code|statusCode|code|errno|isTimeout|response|name|is_retryable|isRetryable|retryable|instanceof|isinstance)$/;

function looksAtError(body: readonly Stmt[]): boolean {
  return below(body).some(
    (one) =>
      one.does === 'if' &&
      everyExpr(one.test).some(
        (part) =>
          (part.form === 'member' && errorWords.test(part.name ?? '')) ||
          (part.form === 'operation' && part.sign === 'instanceof') ||
          (part.form === 'name' && errorWords.test(part.name)),
      ),
  );
}

function below(list: readonly Stmt[]): Stmt[] {
  return list.flatMap((one) => [one, ...blocksOf(one).flatMap(below)]);
}

function span(list: readonly Stmt[]): Span | undefined {
  const [first, last] = [list[0], list.at(-1)];
  return first && last && { start: first.at.start, end: last.at.end };
}

const decorators = /^(tenacity\.retry|retrying\.retry|retry\.retry|backoff\.on_exception)(\(\))?$/;
const functions =
  /^(p-retry|async-retry|promise-retry|@lifeomic\/attempt\.retry|exponential-backoff\.backOff|ts-retry\.\w+)$/;
/** An own answer to the question what may be repeated. */
const choices = /^(retry|retry_on_exception|giveup|retryIf|shouldRetry|handleError|retry_error_cls|when)$/;

/** What repeats the whole function: a decorator above it, or the call that it is handed to. */
export function retryWrappers(program: Program, fn: Func, scope: Scope): { name: string; at: Span }[] {
  const above = fn.decorators.flatMap((one) => {
    const callee = one.form === 'call' ? one.callee : one;
    const path = pathOf(program.evaluate(callee, scope)) ?? '';
    if (!decorators.test(path) || choosing(one)) return [];
    if (path === 'backoff.on_exception' && !catchesAll(one)) return [];
    return [{ name: path, at: one.at }];
  });
  const around = program.indexOf(scope.module)?.calls.flatMap(({ call, scope: home }) => {
    const index = call.args.findIndex(({ value }) => value.form === 'function' && value.fn === fn);
    if (index < 0) return [];
    const callee = program.evaluate(call.callee, home);
    if (callee?.is === 'function')
      return repeats(callee.fn, index)
        ? [{ name: callee.fn.name ?? 'the function that it is handed to', at: call.at }]
        : [];
    const path = pathOf(callee) ?? '';
    return index === 0 && functions.test(path) && !choosing(call) && !fn.body.some(stops)
      ? [{ name: path, at: call.at }]
      : [];
  });
  return [...above, ...(around ?? [])];
}

/** A function of the project that runs what it is handed again after any error. */
function repeats(fn: Func, index: number): boolean {
  const name = fn.parameters[index]?.pattern.name;
  if (name === undefined || fn.parameters.length > index + 1 + mostOptions) return false;
  const tries = below(fn.body).filter((one) => one.does === 'try' && calls(one.body, name));
  return retryLoops(fn).some(
    ({ tried, looks }) => !looks && tries.some(({ at }) => at.start <= tried.start && tried.end <= at.end),
  );
}

/** How often, how long, and what it is called in the log; one that says which errors is looked at by whoever wrote it. */
const mostOptions = 3;

function choosing(expr: Expr): boolean {
  return everyExpr(expr).some(
    (one) =>
      (one.form === 'call' && one.args.some(({ keyword }) => keyword !== undefined && choices.test(keyword))) ||
      (one.form === 'object' && one.entries.some(({ key }) => key !== undefined && choices.test(key))),
  );
}

function catchesAll(expr: Expr): boolean {
  return (
    expr.form === 'call' &&
    expr.args.some(({ value }) =>
      /^(Exception|BaseException|RequestException|Timeout)$/.test(
        value.form === 'name' ? value.name : value.form === 'member' ? (value.name ?? '') : '',
      ),
    )
  );
}

/** `bail(e)`, `throw new AbortError()`. */
function stops(one: Stmt): boolean {
  return (
    valuesOf(one).some((value) =>
      everyExpr(value).some((part) => part.form === 'name' && /^(bail|AbortError)$/.test(part.name)),
    ) || blocksOf(one).some((list) => list.some(stops))
  );
}
