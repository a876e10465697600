// Is an event written down as processed before its work has been done?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, canPrecede } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { storeUses } from '../model/code/dedupe-stores.ts';
import { effectOf } from '../model/code/effects.ts';
import { endsRun } from '../model/code/ends-run.ts';
import { sqlIn } from '../model/code/sql.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly mark: string;
  readonly work: string;
}

export const markedBeforeWork = defineRule<AuditInput, Args>({
  id: 'marked-before-work',
  title: 'An event is marked as processed before its work is done',
  severity: 'note',
  problem:
    'A mark that says processed, set before the work, turns the retry away when the work then fails: nobody does it, and somebody repeats it by hand. A mark set after the work lets two copies through.',
  fix: [
    'Let the first mark say claimed, with a lease; write processed in one transaction with the result; release the claim only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    // Bolt has answered before its listeners run: what is remembered there turns no retry away.
    const ways = [
      ...listeners.map(({ acts }) => ({ acts, marks: marksIn(acts) })),
      ...routes.map(({ acts }) => ({ acts, marks: [...marksIn(acts), ...turningAway(acts)] })),
    ];
    return ways.flatMap(({ acts, marks }) => {
      const mark = marks.find(({ act }) => !seen.has(act.expr));
      if (!mark || acts.some((act) => act.n > mark.act.n && isRelease(act))) return [];
      const does = (act: Act) => {
        const effect = act.isInCatch ? undefined : effectOf(program, act);
        return effect?.creates === true || effect?.kind === 'model';
      };
      const work = acts.find((act) => does(act) && canPrecede(mark.act, act));
      const before = acts.some((act) => does(act) && canPrecede(act, mark.act));
      if (!work || before) return [];
      seen.add(mark.act.expr);
      return [
        found(
          this.id,
          placeOf(mark.act),
          { mark: mark.name, work: effectOf(program, work)?.name ?? '' },
          { related: [noted(placeOf(work), 'the work is done only here')], certainty: 'consistent' },
        ),
      ];
    });
  },
  say: ({ mark, work }) =>
    `${mark} says processed before ${work} has run: when that fails, the retry is turned away and nobody does it.`,
});

/** `def mark_processed(id)`, whatever the table is called. */
const marks =
  /^_?(mark|set|record|remember|add)\w*_?(processed|handled|done|seen)|^_?(mark|set|record|remember)\w*(Processed|Handled|Done)/;
const done = /processed|handled|completed|(^|_)done($|_)/i;

function marksIn(acts: readonly Act[]): { act: Act; name: string }[] {
  const noted = storeUses(acts).flatMap(({ does, act, store }) =>
    does === 'note' && (done.test(store) || saysDone(act) || marks.test(act.scope.fn?.name ?? ''))
      ? [{ act, name: store }]
      : [],
  );
  const written = acts.flatMap((act) => {
    const text = sqlIn(act);
    return text !== undefined &&
      /^\s*(update|insert)\b[\s\S]*events?\b/i.test(text) &&
      /'(processed|done|handled)'/i.test(text)
      ? [{ act, name: 'the row of the event' }]
      : [];
  });
  return [...noted, ...written].toSorted((a, b) => a.act.n - b.act.n);
}

/** Whatever it is called: it is asked first, and who is in it goes no further. */
function turningAway(acts: readonly Act[]): { act: Act; name: string }[] {
  const uses = storeUses(acts).filter(({ home }) => home === 'memory');
  const asked = uses.filter(({ does, act }) => does === 'ask' && endsRun(acts, act));
  return uses.flatMap(({ does, act, store }) =>
    does === 'note' && asked.some((ask) => ask.store === store && ask.act.n < act.n) ? [{ act, name: store }] : [],
  );
}

/** `set(key, "processed")`. */
function saysDone({ expr }: Act): boolean {
  return (
    expr?.form === 'call' &&
    expr.args.slice(1).some(({ value }) => texts(value).some((text) => /^(processed|done|handled)$/i.test(text)))
  );
}

function texts(expr: Expr): string[] {
  return everyExpr(expr).flatMap((one) => (one.form === 'text' ? [one.fixed] : []));
}

/** The mark is taken back somewhere on the way. */
function isRelease({ kind, expr }: Act): boolean {
  return (
    kind === 'call' &&
    expr?.form === 'call' &&
    expr.callee.form === 'member' &&
    /^(del|delete|discard|remove|unlink|pop|release|expire|unmark|rollback)$/.test(expr.callee.name ?? '')
  );
}
