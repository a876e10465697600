// The keys for tables of one's own: for each kind of fact a SELECT that finds what is known of an event.
import * as z from 'zod/mini';
import {
  nameParameters,
  type OwnTable,
  type OwnTables,
  type Parameter,
  spanParameters,
  type TableName,
  type TableSelect,
  tableNames,
} from '../model/own-tables.ts';
import { parseParameters } from '../model/select-parameters.ts';
import { parseSpan } from '../model/span.ts';
import { isZone } from '../model/zone.ts';
import type { Key } from './keys.ts';
import { Refused } from './refused.ts';

const select = () => z.string().check(z.minLength(1));
const entry = () =>
  z.strictObject({
    select: select(),
    scan: z.optional(select()),
    words: z.optional(z.record(z.string(), z.string())),
    keeps: z.optional(z.string().check(z.refine((text) => text === 'all' || parseSpan(text) !== undefined))),
  });
type Entry = z.output<ReturnType<typeof entry>>;
type Raw = { readonly time_zone?: string | undefined } & Readonly<Record<string, Entry | string | undefined>>;

export const tables: Key<Raw, OwnTables | undefined> = {
  summary: 'your own tables: for each kind of fact a SELECT, one for scans, and what its status words mean',
  flag: undefined,
  env: undefined,
  allowed: `time_zone, and for each of ${Object.keys(tableNames).join(', ')}: select, scan, words, keeps (all, or a span such as 90d)`,
  schema: () =>
    z.strictObject({
      time_zone: z.optional(z.string()),
      ...Object.fromEntries(Object.keys(tableNames).map((name) => [name, z.optional(entry())])),
    }) as unknown as z.ZodMiniType<Raw>,
  fallback: undefined,
  settle({ time_zone = 'UTC', ...entries }) {
    if (!isZone(time_zone)) return new Refused(`has a time_zone that is no zone: ${time_zone}`);
    const settled = Object.entries(entries).flatMap(([name, given]) =>
      typeof given === 'object' ? [ownTable(name, given)] : [],
    );
    const refused = settled.find((one): one is Refused => one instanceof Refused);
    return (
      refused ?? { tables: settled.filter((one): one is OwnTable => !(one instanceof Refused)), timeZone: time_zone }
    );
  },
  show: ({ tables: all }) => all.map(({ name }) => name.replace('tables.', '')).join(', '),
};

function ownTable(name: string, { select: asked, scan, words = {}, keeps }: Entry): OwnTable | Refused {
  const found = parsed(asked, [...nameParameters, ...spanParameters]);
  if (found instanceof Refused) return new Refused(`is not usable: ${name}.select ${found.why}`);
  if (!found.parameters.some((one) => (nameParameters as readonly string[]).includes(one)))
    return new Refused(`is not usable: ${name}.select asks for none of :${nameParameters.join(', :')}`);
  const swept = scan === undefined ? undefined : parsed(scan, spanParameters);
  if (swept instanceof Refused) return new Refused(`is not usable: ${name}.scan ${swept.why}`);
  if (swept !== undefined && swept.parameters.length < spanParameters.length)
    return new Refused(`is not usable: ${name}.scan needs both :from and :to`);
  return {
    ...{ kind: tableNames[name as TableName], name: `tables.${name}`, select: found, scan: swept, words },
    keeps: keeps === undefined ? undefined : { ms: parseSpan(keeps) },
  };
}

/** A moment is compared as one, whatever the type of the column. */
function parsed(text: string, allowed: readonly Parameter[]): TableSelect | Refused {
  const found = parseParameters(text, allowed, (name, number) =>
    (spanParameters as readonly string[]).includes(name) ? `${number}::timestamptz` : number,
  );
  return 'why' in found ? new Refused(found.why) : { text: found.text, parameters: found.names as Parameter[] };
}

export const tableKeys = { tables };
