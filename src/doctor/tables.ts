// Tables of one's own: does each SELECT of the configuration run, what does it give, and which keys do the tables have?
import { logsAlone } from '../config/load.ts';
import type { Context } from '../context.ts';
import type { KeyedTable, TablesSight } from '../model/checkup.ts';
import type { OwnTable, OwnTables, TableSelect } from '../model/own-tables.ts';
import { tableNames } from '../model/own-tables.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { type Running, runOwnSelect } from '../postgres/own-select.ts';
import { type Configured, keyedTables } from '../propose/keyed.ts';
import { readOwnCatalog } from '../store/own-catalog.ts';
import { readServer } from '../store/server.ts';
import { clockOf, type Looked, lookFailed, notConfigured, opened, placeOf, reasonOf } from './looked.ts';

const deadlineMs = 60_000;
const statementTimeoutMs = 10_000;
/** No row has it, and it can be a number as well as a text. */
const nobody = '0';

export async function lookAtTables({ config, io, clock }: Context): Promise<Looked<TablesSight>> {
  const { tables, tables_database, database: own } = config;
  const url = own.from === logsAlone ? undefined : (tables_database.value ?? own.value);
  if (url === undefined)
    return notConfigured(
      'tables',
      own.from === logsAlone && tables.value !== undefined
        ? `not opened: ${logsAlone}`
        : tables.value === undefined
          ? 'dedupe init --database URL proposes SELECTs for the tables of your application'
          : 'they are described and no database is named: --database URL, or DEDUPE_TABLES_DATABASE_URL',
    );
  const place = placeOf(url);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
  let database: Database | undefined;
  try {
    database = await openDatabase(url, { readOnly: true, signal, applicationName: 'dedupe doctor' });
    const server = database;
    const { answer: about, clocks } = await clockOf(
      'tables',
      clock,
      () => readServer(server),
      ({ now }) => now,
    );
    const { keyed, keyless } = keyedTables(await readOwnCatalog(server), tables.value?.tables.flatMap(configuredBy));
    await server.close();
    database = undefined;
    if (tables.value === undefined && keyed.length + keyless.length === 0)
      return notConfigured(
        'tables',
        'no table here looks like events, jobs or tasks; tables in the configuration can name them',
      );
    const selects = await tried(tables.value, { url, signal, timeZone: tables.value?.timeZone ?? 'UTC' });
    return {
      sight: { state: 'seen', value: { selects, keyed, keyless } },
      rows: [
        opened('tables', {
          place,
          ...evidenceOf(selects, [...keyed, ...keyless]),
          versions: [`PostgreSQL ${about.version}`],
          unsettled: [...unsettledOf(selects), ...unclaimedIn(tables.value)],
        }),
      ],
      // The same server as that of the schema has one clock.
      clocks: tables_database.value === undefined ? [] : clocks,
    };
  } catch (error) {
    io.signal.throwIfAborted();
    // Of tables that nobody described the database itself tells that it could not be opened.
    if (tables.value === undefined) return notConfigured('tables', reasonOf(error));
    return lookFailed('tables', place, error);
  } finally {
    await database?.close();
  }
}

const roles: Partial<Record<OwnTable['kind'], Configured['role']>> = {
  ...{ delivery: 'events', job: 'jobs', attempt: 'jobs', record: 'records' },
};

function configuredBy({ kind, select }: OwnTable): Configured[] {
  const role = roles[kind];
  return role === undefined ? [] : [{ role, text: select.text }];
}

type Place = Pick<Running, 'url' | 'signal' | 'timeZone'>;

async function tried(tables: OwnTables | undefined, place: Place): Promise<TablesSight['selects']> {
  const running = { ...place, applicationName: 'dedupe doctor', statementTimeoutMs, limit: 1 };
  const selects: TablesSight['selects'][number][] = [];
  for (const table of tables?.tables ?? []) selects.push(await tryOne(table, running));
  return selects;
}

/** One name that nobody has, then one row of the scan: that the statement runs, and that rows are to be seen. */
async function tryOne(
  { name, kind, select, scan }: OwnTable,
  running: Running,
): Promise<TablesSight['selects'][number]> {
  try {
    await runOwnSelect({ name: `${name}.select`, text: select.text, params: paramsOf(select) }, running);
    if (scan === undefined) return { name, kind, fault: undefined, columns: undefined };
    const { rows } = await runOwnSelect({ name: `${name}.scan`, text: scan.text, params: paramsOf(scan) }, running);
    return { name, kind, fault: undefined, columns: rows[0] && Object.keys(rows[0]) };
  } catch (error) {
    running.signal.throwIfAborted();
    return { name, kind, fault: reasonOf(error), columns: undefined };
  }
}

function paramsOf({ parameters }: TableSelect): string[] {
  return parameters.map((name) => (name === 'from' ? '-infinity' : name === 'to' ? 'infinity' : nobody));
}

function evidenceOf(selects: TablesSight['selects'], keyed: readonly Pick<KeyedTable, 'name' | 'role'>[]) {
  const ran = selects.filter(({ fault }) => fault === undefined);
  const shown = ran.filter(({ columns }) => columns !== undefined);
  const faults = selects.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`]));
  const looks = keyed.map(({ name, role }) => `${name} (${role})`).join(', ');
  if (selects.length === 0)
    return {
      evidence: `opened; no SELECT is configured, and these look like yours: ${looks}: dedupe init`,
      visible: false,
    };
  const rows = shown.length > 0 ? `rows of ${shown.map(({ name }) => name).join(', ')} were seen` : 'no row was seen';
  const said = [`${ran.length} of ${selects.length} SELECTs run`, rows, ...faults];
  return { evidence: said.join('; '), visible: shown.length > 0 && faults.length === 0 };
}

function unclaimedIn(tables: OwnTables | undefined): string[] {
  const silent = (tables?.tables ?? []).filter(({ kind, keeps }) => kind === 'record' && keeps === undefined);
  return silent.map(({ name }) => `that nothing else was made: ${name}.keeps in the configuration would say so`);
}

function unsettledOf(selects: TablesSight['selects']): string[] {
  const known = new Set(selects.filter(({ fault }) => fault === undefined).map(({ kind }) => kind));
  const without = Object.entries(tableNames).filter(([, kind]) => !known.has(kind));
  if (selects.length === 0 || without.length === 0) return [];
  return [`${without.map(([name]) => name).join(', ')}: no SELECT gives them`];
}
