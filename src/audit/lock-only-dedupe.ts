// Is a lock all that keeps two copies apart?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, canPrecede } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { isAboutEvent, storeUses } from '../model/code/dedupe-stores.ts';
import { effectOf } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { sqlIn } from '../model/code/sql.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly lock: string;
  readonly work: string;
}

export const lockOnlyDedupe = defineRule<AuditInput, Args>({
  id: 'lock-only-dedupe',
  title: 'A lock is all that keeps two copies apart',
  severity: 'note',
  problem:
    'A lock keeps two copies from running at the same time. The one that waited, or comes a minute later, gets the lock when the first is done, finds nothing that says so, and does the work again.',
  fix: [
    'Keep a unique key of the event with the result, and look at it inside the lock; with a unique insert the lock is not needed.',
  ],
  check({ program, listeners, routes }) {
    return [...listeners, ...routes].flatMap(({ acts }) => {
      const lock = acts.find(isLock);
      // Any question behind the lock may be the one that counts.
      if (!lock || atomicClaims(program, acts).length > 0 || storeUses(acts).length > 0 || acts.some(asks)) return [];
      const work = acts.find((act) => effectOf(program, act)?.creates && canPrecede(lock, act));
      if (!work) return [];
      const args = { lock: nameOf(lock), work: effectOf(program, work)?.name ?? '' };
      return [
        found(this.id, placeOf(lock), args, {
          related: [noted(placeOf(work), 'done again by whoever gets the lock next')],
          certainty: 'consistent',
        }),
      ];
    });
  },
  say: ({ lock, work }) =>
    `${lock} is all that stands before ${work}: a copy that comes after the lock is free does it again.`,
});

const advisory = /pg_(try_)?advisory_(xact_)?lock/i;

function isLock(act: Act): boolean {
  const { kind, expr, scope, path } = act;
  if (kind !== 'call' || expr?.form !== 'call') return false;
  if (advisory.test(sqlIn(act) ?? '')) return true;
  if (
    !/^redlock(\.\w+)?\(\)\.(lock|acquire|using)$|^(redis|redis\.asyncio|redis\.Redis|aioredis)[\w.]*\(\)\.lock$/.test(
      path ?? '',
    )
  )
    return false;
  return expr.args.some(({ value }) => isAboutEvent(value, scope));
}

/** A question to a database or another system. */
function asks(act: Act): boolean {
  const text = sqlIn(act);
  if (text !== undefined) return /^\s*(select|with|update)\b/i.test(text) && !advisory.test(text);
  return (
    /\.(get|find\w*|search\w*|exists|first|fetchone|fetch_one|query|filter|list\w*|lookup\w*)$/i.test(
      act.path ?? act.local?.name ?? '',
    ) && act.kind === 'call'
  );
}

function nameOf(act: Act): string {
  return advisory.exec(sqlIn(act) ?? '')?.[0] ?? 'the lock';
}
