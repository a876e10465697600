// Does a condition look at Slack's retry mark: the header, or what the frameworks make of it?
import { returnsOf } from './calls.ts';
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Call, Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

const header = /^x-slack-retry-(num|reason)$/i;
const fields = /^(retryNum|retryReason|retry_num|retry_reason)$/;

export function looksAtRetry(program: Program, expr: Expr, scope: Scope, depth = 0): boolean {
  return everyExpr(expr).some((one) => {
    if (one.form === 'text')
      return one.value !== undefined && (header.test(one.value) || /^HTTP_X_SLACK_RETRY_NUM$/.test(one.value));
    if (one.form === 'member') return one.name !== undefined && (header.test(one.name) || fields.test(one.name));
    if (one.form === 'call' && depth < 2) return answersByMark(program, one, scope, depth);
    if (one.form !== 'name' || depth > 2) return false;
    return lookUp(scope, one.name).some(
      (binding) =>
        ((binding.is === 'value' || binding.is === 'parameter') &&
          binding.path.some((key) => key !== undefined && (header.test(key) || fields.test(key)))) ||
        (binding.is === 'value' && looksAtRetry(program, binding.value, binding.scope, depth + 1)),
    );
  });
}

/** `is_retry(headers)`: what the function of the project gives back rests on the mark. */
function answersByMark(program: Program, { callee }: Call, scope: Scope, depth: number): boolean {
  const value = program.evaluate(callee, scope);
  return (
    value?.is === 'function' &&
    returnsOf(value.fn).some((returned) => looksAtRetry(program, returned, value.scope, depth + 1))
  );
}
