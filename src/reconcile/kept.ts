// Which of several stays is a person's word: it must name an object that was seen, else nothing follows from it.
import { DedupeError } from '../errors.ts';
import type { Seen } from './round.ts';

/** Throws for a key that is no operation, or an id that is not among its objects. `settled` grows: each is asked about once. */
export function assertKept(seen: readonly Seen[], keep: ReadonlyMap<string, string>, settled: Set<string>): void {
  for (const [key, id] of keep) {
    if (settled.has(key)) continue;
    const own = seen.filter(({ candidate }) => candidate.sourceEventKey === key);
    if (own.length === 0)
      throw new DedupeError(
        'DEDUPE_UNKNOWN_REFERENCE',
        `--keep ${key}=${id}: no operation of unknown result is called "${key}"`,
        { hint: 'Nothing was changed. dedupe reconcile lists them; --limit looks at more of them.' },
      );
    settled.add(key);
    const ids = own.flatMap(({ judged }) => judged.records.map((record) => record.id));
    const isUnseen = own.every(({ judged: { verdict } }) => verdict === 'unreachable' || verdict === 'cannot-see');
    if (ids.includes(id) || isUnseen) continue;
    throw new DedupeError('DEDUPE_USAGE', `--keep ${key}=${id}: no object "${id}" with this key was seen`, {
      hint: `Nothing was changed. ${ids.length > 0 ? `Seen: ${ids.join(', ')}.` : 'None was seen.'}`,
    });
  }
}
