// How many objects are known now beside the one of an operation? The newest entry that says so counts; a later look takes it back.
import { historyEntry } from './operation-row.ts';

/** The text of the index `operations_surplus`: only what ever had a surplus is read. */
export const everSurplus = `reconcile_history @> '[{"what": "surplus"}]'`;

/** An SQL expression over the operation `o`. Entries of older versions hold no number: each is one object. */
export const knownSurplus = `coalesce(
    (select (e ->> 'surplus')::int from jsonb_array_elements(o.reconcile_history) with ordinality as h(e, n)
      where e ->> 'surplus' is not null order by n desc limit 1),
    (select count(*)::int from jsonb_array_elements(o.reconcile_history) as h(e) where e ->> 'what' = 'surplus'))`;

/** Puts the row into the index when a look finds more than was known. `surplus`: an SQL expression, null where a look cannot say. */
export const surplusEntry = (surplus: string) =>
  `case when ${surplus} > 0 and ${surplus} is distinct from ${knownSurplus}
    then ${historyEntry('surplus', `jsonb_build_object('surplus', ${surplus})`)} else '[]'::jsonb end`;
