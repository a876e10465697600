// Does an event make something in another system with nothing that would tell a second one from the first?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { storeUses } from '../model/code/dedupe-stores.ts';
import { hasKey } from '../model/code/effect-key.ts';
import { effectOf } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { looksAt } from '../model/code/looks.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly effect: string;
}

export const unkeyedSideEffect = defineRule<AuditInput, Args>({
  id: 'unkeyed-side-effect',
  title: 'Nothing tells a second create from the first',
  severity: 'note',
  problem:
    'Slack sends an event again when an answer is late. A create in another system without a key, in a handler that claims nothing, is made once for each delivery.',
  fix: [
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
    'Send the key of the event with the create, in the field that the target keeps unique.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const events = [
      ...listeners.filter(({ kind, isWrapped }) => (kind === 'event' || kind === 'message') && !isWrapped),
      // Slack sends a command or a click once.
      ...routes.filter(({ readsEvents }) => readsEvents),
    ];
    return events.flatMap(({ acts: all }) => {
      const acts = all.filter((act) => !asksForFile(act));
      if (atomicClaims(program, acts).length > 0 || storeUses(acts).length > 0 || looksAt(acts, guarded)) return [];
      if (
        acts.some(
          ({ kind, local, path }) => kind === 'call' && guarded.test(local?.name ?? path?.split('.').at(-1) ?? ''),
        )
      )
        return [];
      const hit = acts.find((act) => {
        const effect = effectOf(program, act);
        return (
          effect?.creates &&
          effect.isCertain &&
          (effect.kind === 'http' || effect.kind === 'mail') &&
          !hasKey(program, act) &&
          !acts.some((one) => one.n < act.n && takesOut.test(one.path ?? '')) &&
          !seen.has(act.expr)
        );
      });
      if (!hit) return [];
      seen.add(hit.expr);
      return [
        found(
          this.id,
          placeOf(hit),
          { effect: effectOf(program, hit)?.name ?? '' },
          { related: chainOf(hit), certainty: 'consistent' },
        ),
      ];
    });
  },
  say: ({ effect }) =>
    `${effect} is called for every delivery of the event: it carries no key, and nothing here claims the event.`,
});

/** What was waited for is taken out of what is kept before the work: a second one finds nothing. */
const takesOut = /^global\.(Map|Set)\(\)\.delete$/;

/** Something is asked that may be a guard, whatever it is called. */
const guarded =
  /dedup|duplicate|idempot|already|seen|processed|handled|claim|acquire|(?<![bc])lock|exists|existing|retry/i;

/** `os.path.exists(file)`, `path.exists()`: no question about an event. */
function asksForFile({ kind, expr }: Act): boolean {
  return (
    (kind === 'test' || kind === 'call') &&
    expr !== undefined &&
    everyExpr(expr).some((one) => one.form === 'call' && ofFile(one))
  );
}

function ofFile({ callee, args }: Extract<Expr, { form: 'call' }>): boolean {
  if (callee.form !== 'member' || !/^(exists|existsSync|isfile|is_file)$/.test(callee.name ?? '')) return false;
  const { object } = callee;
  const name = object.form === 'name' || object.form === 'member' ? (object.name ?? '') : '';
  return name === 'fs' || /path|file|dir/i.test(name) || (args.length === 0 && object.form === 'call');
}
