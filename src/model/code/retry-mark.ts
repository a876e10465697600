// Does a condition look at Slack's retry mark: the header, or what the frameworks make of it?
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

const header = /^x-slack-retry-(num|reason)$/i;
const fields = /^(retryNum|retryReason|retry_num|retry_reason)$/;

export function looksAtRetry(program: Program, expr: Expr, scope: Scope, depth = 0): boolean {
  return everyExpr(expr).some((one) => {
    if (one.form === 'text')
      return one.value !== undefined && (header.test(one.value) || /^HTTP_X_SLACK_RETRY_NUM$/.test(one.value));
    if (one.form === 'member') return one.name !== undefined && (header.test(one.name) || fields.test(one.name));
    if (one.form !== 'name' || depth > 2) return false;
    return lookUp(scope, one.name).some(
      (binding) => binding.is === 'value' && looksAtRetry(program, binding.value, binding.scope, depth + 1),
    );
  });
}
