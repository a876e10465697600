// Is every retry dropped because it is a retry?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { effectOf } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import { locate } from '../model/code/locate.ts';
import type { Program } from '../model/code/program.ts';
import { looksAtRetry } from '../model/code/retry-mark.ts';
import type { Scope } from '../model/code/scope.ts';
import { isPlain } from '../model/code/signature.ts';
import type { Expr } from '../model/code/syntax.ts';
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
      ...inFrontOfBolt(program, /x-slack-retry-(num|reason)/i),
    ];
    const seen = new Set<unknown>();
    return all.flatMap(({ acts }) => {
      if (atomicClaims(program, acts).length > 0) return [];
      // Only where the look decides that nothing more happens.
      const hit = acts.find(
        (act) =>
          act.kind === 'test' &&
          act.expr !== undefined &&
          looksAtRetry(program, act.expr, act.scope) &&
          (endsThere(acts, act) || worksOnlyOnFirst(program, acts, act)),
      );
      if (!hit?.expr || seen.has(hit.expr)) return [];
      seen.add(hit.expr);
      return [found(this.id, locate(hit.scope.module, hit.expr.at), { where: 'here' })];
    });
  },
  say: () =>
    'Whatever carries a retry header ends here, and nothing claims the event: when the first delivery failed, nobody handles it.',
});

function endsThere(acts: readonly Act[], { expr: test }: Act): boolean {
  return acts.some(({ arms, kind }) => kind === 'return' && arms.at(-1)?.test === test && arms.at(-1)?.ends);
}

/** `if (not a retry) work();`, `if retry: log() else: work()`, and nothing but the answer behind it. */
function worksOnlyOnFirst(program: Program, acts: readonly Act[], { expr: test, n, scope }: Act): boolean {
  if (!test) return false;
  // Of several that must all hold, the one about the mark says whom they let through.
  const asked = test.form === 'operation' && test.sign === 'and' ? markedPart(program, test.parts, scope) : test;
  const first = isForRetries(asked ?? test) ? 'no' : 'yes';
  const calls = acts.filter(
    (act) => act.n > n && act.expr?.form === 'call' && (act.path === 'slack.next' || !isPlain(act.expr)),
  );
  const on = (act: Act) => act.arms.find((arm) => arm.test === test)?.side;
  return (
    calls.some((act) => on(act) === first) &&
    calls.every((act) => on(act) === first || (on(act) !== undefined && effectOf(program, act) === undefined))
  );
}

function markedPart(program: Program, parts: readonly Expr[], scope: Scope): Expr | undefined {
  const all = parts.flatMap((one): readonly Expr[] =>
    one.form === 'operation' && one.sign === 'and' ? one.parts : [one],
  );
  return all.find((one) => looksAtRetry(program, one, scope));
}

/** Does the condition hold for a retry, rather than for what comes first? */
function isForRetries(test: Expr): boolean {
  if (test.form !== 'operation') return true;
  const [left, right] = test.parts;
  const isNothing = right?.form === 'literal' && right.value === null;
  if (/^(not|!)$/.test(test.sign)) return left !== undefined && !isForRetries(left);
  if (test.sign === 'not in' || (/^(is|===?)$/.test(test.sign) && isNothing)) return false;
  return true;
}
