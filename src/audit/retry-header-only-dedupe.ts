// Is every retry dropped because it is a retry?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { locate } from '../model/code/locate.ts';
import { looksAtRetry } from '../model/code/retry-mark.ts';
import { inFrontOfBolt } from '../model/code/routes.ts';
import { isPlain } from '../model/code/signature.ts';
import { defineRule, found } from '../model/found.ts';

export const retryHeaderOnlyDedupe = defineRule<AuditInput, { readonly where: string }>({
  id: 'retry-header-only-dedupe',
  title: 'Every retry is dropped, whatever became of the first delivery',
  severity: 'warning',
  problem:
    'A retry header says that Slack had no answer in time, not that the work was done. Dropping every request that has one loses the events whose first delivery really failed, and copies without the header pass.',
  fix: [
    'Claim the event id with a unique insert or SET NX, and answer 200 to whoever comes second.',
    'Claim, commit with the result, release only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    const lazy = listeners.flatMap((one) => one.lazy.map((fn) => ({ acts: actsOf(program, fn) })));
    const all: readonly { readonly acts: readonly Act[] }[] = [
      ...listeners,
      ...lazy,
      ...routes,
      ...inFrontOfBolt(program, /x-slack-retry-num/i),
    ];
    const seen = new Set<unknown>();
    return all.flatMap(({ acts }) => {
      // Only where the look decides that nothing more happens.
      const hit = acts.find(
        (act) =>
          act.kind === 'test' &&
          act.expr !== undefined &&
          looksAtRetry(program, act.expr, act.scope) &&
          (acts.some(({ arms, kind }) => kind === 'return' && arms.at(-1)?.test === act.expr && arms.at(-1)?.ends) ||
            worksOnlyOnFirst(acts, act)),
      );
      if (!hit?.expr || seen.has(hit.expr) || atomicClaims(program, acts).length > 0) return [];
      seen.add(hit.expr);
      return [found(this.id, locate(hit.scope.module, hit.expr.at), { where: 'here' })];
    });
  },
  say: () =>
    'Whatever carries a retry header ends here, and nothing claims the event: when the first delivery failed, nobody handles it.',
});

/** `if (not a retry) work();` and nothing but the answer behind it. */
function worksOnlyOnFirst(acts: readonly Act[], { expr: test, n }: Act): boolean {
  if (test?.form !== 'operation' || !/^(not|!|not in)$/.test(test.sign)) return false;
  const calls = acts.filter(
    (act) => act.n > n && act.expr?.form === 'call' && (act.path === 'slack.next' || !isPlain(act.expr)),
  );
  const onFirst = calls.filter(({ arms }) => arms.some((arm) => arm.test === test && arm.side === 'yes'));
  return onFirst.length > 0 && onFirst.length === calls.length;
}
