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
}

export function retryLoops({ body }: Func): RetryLoop[] {
  return below(body).flatMap((loop) => {
    if (loop.does !== 'loop' || !counts(loop)) return [];
    return loop.body.flatMap((one): RetryLoop[] => {
      if (one.does !== 'try') return [];
      const tries = span(one.body);
      // Once it worked the loop is left; after an error it goes on.
      const leaves = below(one.body).some(({ does }) => does === 'return' || does === 'leave') || after(loop.body, one);
      const goesOn = one.catches.some(
        (body) => !body.some(({ does }) => does === 'return' || does === 'throw') && !isLeft(body),
      );
      return tries && leaves && goesOn ? [{ at: loop.at, tried: tries, looks: one.catches.some(looksAtError) }] : [];
    });
  });
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
    const [first] = call.args;
    if (first?.value.form !== 'function' || first.value.fn !== fn) return [];
    const path = pathOf(program.evaluate(call.callee, home)) ?? '';
    return functions.test(path) && !choosing(call) && !fn.body.some(stops) ? [{ name: path, at: call.at }] : [];
  });
  return [...above, ...(around ?? [])];
}

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
