// Opens the sources of evidence that the configuration names, and says which ones nobody configured.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { hidePassword } from './config/keys.ts';
import { logsAlone } from './config/load.ts';
import type { Context } from './context.ts';
import { DedupeError } from './errors.ts';
import { evidenceEntry } from './evidence/index.ts';
import { schemaOrNot } from './evidence/schema-or-not.ts';
import { type FieldMap, noFieldMap } from './model/field-map.ts';
import type { Instant } from './model/instant.ts';
import type { Gap, Source } from './model/source.ts';
import type { Database } from './postgres/database.ts';
import { findLogFiles, type LogFile } from './scan/log-files.ts';
import { turn } from './turn.ts';
import { unlessStopped } from './unless-stopped.ts';

export interface OpenedSources {
  readonly sources: readonly Source[];
  /** What was not configured and what it would have settled. */
  readonly absent: readonly Gap[];
  /** Servers were connected to, or were not to be reached: their first question is on its way. Rejects never. */
  readonly reached: Promise<unknown>;
  close(): Promise<void>;
}

/** No source at all is misuse, never an empty answer. A log that does not exist is an error before anything is read. */
export async function openSources(context: Context, deadlineMs = lookUpMs): Promise<OpenedSources> {
  const sources: Source[] = [];
  try {
    return await openedInto(sources, context, deadlineMs);
  } catch (error) {
    await Promise.allSettled(sources.map((source) => source.close()));
    throw error;
  }
}

async function openedInto(sources: Source[], context: Context, deadlineMs: number): Promise<OpenedSources> {
  const { config, io } = context;
  const absent: Gap[] = [];
  if (config.logs.value.length > 0) sources.push(await openLogs(context));
  else absent.push(notConfigured('log'));
  const tables = await openTables(context, deadlineMs);
  const isShared = tables !== undefined && areOne(config.tables_database.value, config.database.value);
  let reached: Promise<unknown> = Promise.resolve();
  if (config.database.value !== undefined) {
    const opened = await openSchema(config.database.value, io.signal, deadlineMs);
    reached = opened.reached;
    sources.push(schemaOrNot(opened.source, isShared));
  } else absent.push(notConfigured('database', config.database.from));
  if (tables !== undefined) sources.push(tables);
  else if (config.tables.value !== undefined) absent.push(notConfigured('tables', config.database.from));
  if (config.queues.value !== undefined) sources.push(await openQueueSource(context));
  if (config.slack.value !== undefined) sources.push(await openSlackSource(context));
  if (sources.length === 0) {
    throw new DedupeError(
      'DEDUPE_NO_SOURCE',
      'there is nothing to read: no log, no database, no queue and no Slack is configured',
      {
        hint:
          config.tables.value === undefined
            ? 'Add --logs PATH or --database URL. dedupe demo shows a trace without either.'
            : 'Tables are configured and no database is named: add --database URL, or set DEDUPE_TABLES_DATABASE_URL.',
      },
    );
  }
  if (config.targets.value !== undefined) sources.push(await openTargetSource(context));
  return {
    sources,
    absent,
    reached,
    async close() {
      const closing = Promise.all(sources.map((source) => source.close()));
      await unlessStopped(closing, context.io.signal).catch((error) => {
        if (!context.io.signal.aborted) throw error;
      });
    },
  };
}

/** With --logs the database of one's own tables has to be named by --database: it need not hold the dedupe schema either. */
function areOne(tables: string | undefined, database: string | undefined): boolean {
  if (tables === undefined || tables === database) return true;
  if (database === undefined || !URL.canParse(tables) || !URL.canParse(database)) return false;
  const [one, other] = [new URL(tables), new URL(database)];
  const placeOf = ({ hostname, port, pathname }: URL) => `${hostname}:${port || '5432'}${pathname}`;
  return placeOf(one) === placeOf(other);
}

/** How the lines of an app are read: which path is which field, and where its clock stands. */
export function lineMapOf({ log_fields, log_time_zone: { value: zone } }: Context['config']): FieldMap {
  return { ...(log_fields.value ?? noFieldMap), ...(zone !== undefined && { zone }) };
}

export async function openLogs({ config, io, outputs }: Context): Promise<Source> {
  const paths = config.logs.value;
  const map = lineMapOf(config);
  const named = paths.filter((path) => path !== '-');
  const files: LogFile[] = named.length > 0 ? await findLogFiles(named, io.cwd) : [];
  for (const { file } of outputs) refuseAsOutput(file, io.cwd, files);
  const { logSource } = await import('./evidence/log.ts');
  if (named.length === paths.length) return logSource(files, () => {}, map);
  const [{ spool }, { tmpdir }] = await Promise.all([import('./scan/spool.ts'), import('node:os')]);
  const { file, remove } = await spool(io.stdin, tmpdir(), io.signal);
  return logSource([...files, file], remove, map);
}

async function openQueueSource({ config, io }: Context): Promise<Source> {
  const [{ openQueues, closeQueues }, { queueSource }] = await Promise.all([
    import('./open-queues.ts'),
    import('./evidence/queue.ts'),
  ]);
  const queues = openQueues(config, { env: io.env, now: () => io.now() as Instant });
  return queueSource(queues, () => closeQueues(queues));
}

async function openSlackSource({ config, io }: Context): Promise<Source> {
  const [{ openSlackTokens }, { slackSource }] = await Promise.all([
    import('./open-slack.ts'),
    import('./evidence/slack.ts'),
  ]);
  const opened = openSlackTokens(config.slack.value, io.env);
  return slackSource(opened.bots, opened.close, opened.apps);
}

/** They are asked about keys that the others name, and cannot stand alone. */
async function openTargetSource({ config, io }: Context): Promise<Source> {
  const [{ openTargets, closeTargets }, { targetSource }] = await Promise.all([
    import('./open-targets.ts'),
    import('./evidence/target.ts'),
  ]);
  const targets = openTargets(config, io.env);
  return targetSource(targets, () => closeTargets(targets));
}

/** Undefined where no table is described, or no database may be opened. Each SELECT opens a connection of its own. */
async function openTables({ config }: Context, deadlineMs: number): Promise<Source | undefined> {
  const { tables, tables_database, database } = config;
  const isKept = database.from === logsAlone;
  const url = isKept ? undefined : (tables_database.value ?? database.value);
  if (tables.value === undefined || url === undefined) return undefined;
  const { tablesSource } = await import('./evidence/tables.ts');
  return tablesSource(tables.value, { url, shown: hidePassword(url), deadlineMs });
}

/** A server that does not answer is met by the first question: then it is a gap beside the log, or the error when it stands alone. */
async function openSchema(
  url: string,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<{ source: Source; reached: Promise<unknown> }> {
  const { openDatabase } = await import('./postgres/open.ts');
  // A server that lets in and then says nothing must not hold up the answer that the other sources have.
  const late = AbortSignal.timeout(deadlineMs);
  let database: Promise<Database> | undefined;
  const open = () => {
    database ??= openDatabase(url, { readOnly: true, wholeTables: true, signal: AbortSignal.any([signal, late]) });
    return database;
  };
  // The server takes as long to let somebody in as what reads its rows takes to load: it is asked first.
  const reached = open().catch(() => {});
  await turn();
  const { databaseSource } = await import('./evidence/database.ts');
  const place = hidePassword(url);
  const source = databaseSource(open, place, async () => (await database?.catch(() => undefined))?.close());
  const timely: Source = {
    ...source,
    async collect(query, stop) {
      try {
        return await source.collect(query, stop);
      } catch (error) {
        if (!late.aborted || signal.aborted) throw error;
        throw new DedupeError('DEDUPE_DB_UNREACHABLE', `${place} did not answer within ${deadlineMs / 1000} s`, {
          hint: 'It let the connection in. Is it overloaded, or is something in between that only accepts?',
          cause: error,
        });
      }
    },
  };
  return { source: timely, reached };
}

/** One look-up by index takes milliseconds; whoever waits at three in the morning does not wait longer than this. */
const lookUpMs = 45_000;

/** The report must not replace the evidence. */
function refuseAsOutput(output: string, cwd: string, files: readonly LogFile[]): void {
  const path = resolve(cwd, output);
  const real = existsSync(path) ? realpathSync(path) : path;
  if (!files.some((file) => file.path === real)) return;
  throw new DedupeError('DEDUPE_USAGE', `${output} is one of the logs that are read`, {
    hint: 'Name another file for the report: it would replace the evidence.',
  });
}

/** `from` tells of a setting that is there and was passed over: with --logs alone no database is opened. */
function notConfigured(source: 'log' | 'database' | 'tables', from = 'default'): Gap {
  const { wouldSettle } = evidenceEntry(source);
  const reason = from === 'default' ? 'no source configured' : `not opened: ${from}`;
  return { source, reason, wouldSettle, kind: 'not-configured' };
}
