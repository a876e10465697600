// Is the store asked first and told later, so that two can ask before one tells?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { storeUses } from '../model/code/dedupe-stores.ts';
import { atomicClaims } from '../model/code/guards.ts';
import type { Span } from '../model/code/syntax.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly store: string;
}

export const checkThenAct = defineRule<AuditInput, Args>({
  id: 'check-then-act',
  title: 'Two can pass between the question and the note',
  severity: 'note',
  problem:
    'Asking whether a key is there and setting it afterwards are two steps. Two copies that arrive together both ask before either has told, and both go on.',
  fix: [
    'Make it one step: SET key value NX EX seconds, INSERT … ON CONFLICT DO NOTHING, or a conditional put; whoever changed nothing stops.',
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    return [...listeners, ...routes].flatMap(({ acts }) => {
      if (atomicClaims(program, acts).length > 0) return [];
      const uses = storeUses(acts).filter(({ home }) => home === 'elsewhere');
      // Only where the answer ends the run of the handler itself: other stores are kept for other reasons.
      const ask = uses.find(
        ({ does, act }) => does === 'ask' && act.isAwaited && act.frames.length === 1 && endsRun(acts, act),
      );
      const note = uses.find(
        ({ does, act, store }) => does === 'note' && store === ask?.store && ask !== undefined && act.n > ask.act.n,
      );
      if (!ask || !note) return [];
      return [
        found(
          this.id,
          placeOf(ask.act),
          { store: ask.store },
          { related: [noted(placeOf(note.act), 'told only here')], certainty: 'consistent' },
        ),
      ];
    });
  },
  say: ({ store }) => `${store} is asked here and told later: two copies that come together both find nothing.`,
});

function endsRun(acts: readonly Act[], { at, frames }: Act): boolean {
  const inside = (outer: Span) => outer.start <= at.start && at.end <= outer.end;
  const next = acts.find(
    ({ kind, expr, n }) =>
      kind === 'test' && expr !== undefined && n > 0 && (inside(expr.at) || expr.at.start >= at.end),
  );
  return acts.some(
    ({ kind, arms }) =>
      kind === 'return' && arms.some((arm) => arm.ends && arm.test === next?.expr && arm.frame === frames[0]),
  );
}
