// Does a call that makes something carry a key under which the target knows a second one?
import type { Act } from './act.ts';
import type { Program } from './program.ts';
import { lookUp, type Scope } from './scope.ts';
import type { Expr } from './syntax.ts';
import { everyExpr } from './walk.ts';

/** Names under which systems take a key that makes a second create harmless. */
export const keyNames =
  /^(idempotency[-_]?key|x-idempotency-key|x-request-id|external[-_]?id|externalId|client_msg_id|source_event_key|sourceEventKey|dedupe?[-_]?key|dedupe?Key|dedup_id|MessageDeduplicationId|jobId|job_id|task_id|singletonKey|singleton_key|clientRequestToken|ClientRequestToken)$/i;

/** Also through the names that stand for its parts. */
export function hasKey(program: Program, { expr, scope }: Act): boolean {
  return expr !== undefined && named(program, expr, scope, 0);
}

function named(program: Program, expr: Expr, scope: Scope, depth: number): boolean {
  return everyExpr(expr).some((one) => {
    if (one.form === 'object' && one.entries.some(({ key }) => key !== undefined && keyNames.test(key))) return true;
    if (one.form === 'call' && one.args.some(({ keyword }) => keyword !== undefined && keyNames.test(keyword)))
      return true;
    if (one.form === 'member' && one.name !== undefined && keyNames.test(one.name)) return true;
    if (one.form === 'text' && keyNames.test(one.fixed)) return true;
    if (one.form !== 'name') return false;
    if (keyNames.test(one.name)) return true;
    return (
      depth < 3 &&
      lookUp(scope, one.name).some(
        (binding) => binding.is === 'value' && named(program, binding.value, binding.scope, depth + 1),
      )
    );
  });
}
