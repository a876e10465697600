// May an empty answer of a table be believed: is it the whole table, read where it is written, with nobody still writing?
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../postgres/database.ts';
import { type Standing, standingOf, type Table, writersOf } from './table.ts';

/** Writers end in milliseconds; one that does not is told instead of waited for. */
const patienceMs = 1_500;

export interface Believed {
  readonly believed: boolean;
  readonly why: string;
  /** Whether the catalog shows that a second row with the key is refused; undefined: it was not asked. */
  readonly unique?: boolean;
}

export async function emptyBelieved(database: Database, table: Table, signal: AbortSignal): Promise<Believed> {
  const standing = await standingOf(database, table);
  if (standing === undefined) return { believed: false, why: `there is no table ${table.name}` };
  const wrong = noWholeTable(table, standing);
  if (wrong !== undefined) return { believed: false, why: wrong };
  const unique = standing.unique_index !== null;
  if (standing.replica) return { believed: false, why: `this is a replica, behind by ${standing.behind}`, unique };
  if (standing.hidden) return { believed: false, why: 'row security hides rows from this role', unique };
  const open = await stillOpen(database, table, signal);
  if (open !== undefined) return { believed: false, why: open, unique };
  const keys = standing.keyed ? 'rows with a key are visible' : 'rows are visible and none of them has a key yet';
  const rows = standing.filled ? keys : 'it is empty';
  const why = `primary server, table ${standing.full_name}, no row security, ${rows}, ${indexOf(standing)}, no open writer`;
  return { believed: true, why, unique };
}

function indexOf({ unique_index: own, wider_index: wider }: Standing): string {
  if (own !== null) return `unique index ${own}`;
  return wider === null
    ? 'no unique index on the key'
    : `no unique index on the key alone (${wider} has other columns too)`;
}

const otherKinds: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
};

/** Why a row that exists may not be in it; undefined where it is a table, whole, in which the rows themselves are. */
function noWholeTable(
  { name }: Table,
  { kind, whole, elsewhere, subscribed }: Pick<Standing, 'kind' | 'whole' | 'elsewhere' | 'subscribed'>,
): string | undefined {
  if (kind !== 'r' && kind !== 'p')
    return `${name} is ${otherKinds[kind] ?? 'no table'}, and a row may exist that it does not show: name the table that holds the rows`;
  if (whole !== null) return `${name} is a part of ${whole}, and the row may be in another part: name ${whole}`;
  if (elsewhere !== null)
    return `${elsewhere}, a part of ${name}, is a foreign table, and who writes to it cannot be seen from here`;
  if (subscribed)
    return `${name} is filled by a logical subscription, nobody knows how far behind: ask the database that publishes it`;
  return undefined;
}

/** Undefined: everybody who wrote to the table at the moment of the question has ended. */
async function stillOpen(database: Database, table: Table, signal: AbortSignal): Promise<string | undefined> {
  let before = await writersOf(database, table);
  for (let waitedMs = 0; before.length > 0 && waitedMs < patienceMs; waitedMs += 100) {
    await sleep(100, undefined, { signal });
    const now = new Set((await writersOf(database, table)).map(({ who }) => who));
    before = before.filter(({ who }) => now.has(who));
  }
  const [first] = before;
  return first && `a transaction that writes to ${table.name} has not ended (process ${first.pid ?? 'prepared'})`;
}
