// Where the operations come from. The schema can be changed; your own table, a key and logs are only read.
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import type { LeftOut } from '../../model/reconcile-document.ts';
import { openDatabase } from '../../postgres/open.ts';
import { readUnsettled } from '../../store/reconcile/unsettled.ts';
import { readSchemaState } from '../../store/schema-state.ts';
import type { Asked, ReconcileSource } from './asked.ts';

export interface Taken {
  readonly source: ReconcileSource;
  /** The other one that is configured, too. */
  readonly leftOut: LeftOut | null;
  readonly areLogs?: boolean;
}

export async function sourceOf(asked: Asked, context: Context): Promise<Taken> {
  const taken = await takenOf(asked, context);
  const { logs } = context.config;
  // Logs of the configuration serve other commands; those that somebody typed were meant for this one.
  const isPassedOver = !taken.areLogs && logs.value.length > 0 && logs.from === '--logs';
  return isPassedOver && taken.leftOut === null ? { ...taken, leftOut: { source: 'logs', operations: null } } : taken;
}

async function takenOf(asked: Asked, context: Context): Promise<Taken> {
  const { key, target, sentAt, from } = asked;
  const { database, tables_database, ledger, logs } = context.config;
  const only = () => import('./read-only.ts');
  const own = tables_database.value ?? database.value;
  if (from === 'schema' && database.value === undefined) throw lacking('--source schema', 'a database: --database URL');
  if (from === 'ledger' && (own === undefined || ledger.value === undefined))
    throw lacking('--source ledger', 'ledger.select in the configuration, and a database');
  if (from === 'logs' && logs.value.length === 0) throw lacking('--source logs', 'logs: --logs PATH');
  if (from === 'logs') return { ...alone((await only()).fromLogs(context)), areLogs: true };
  // When it was sent stands in every other source: whoever says it asks about a request that is in none.
  const isTold = from === undefined && key !== undefined && target !== undefined && sentAt !== undefined;
  if (isTold) return alone((await only()).fromKey(context));
  const hasBoth = database.value !== undefined && ledger.value !== undefined;
  // Only operations of the schema can be moved.
  const moves = asked.apply !== false || asked.planFile !== undefined || asked.watch;
  const isSchema = from === 'schema' || (from === undefined && (ledger.value === undefined || (hasBoth && moves)));
  if (database.value !== undefined && isSchema) {
    const source = (await import('./from-schema.ts')).fromSchema(database.value, context);
    return { source, leftOut: hasBoth ? { source: 'ledger', operations: null } : null };
  }
  if (own !== undefined && ledger.value !== undefined) {
    const source = (await only()).fromLedger(own, ledger.value.select, context);
    return { source, leftOut: database.value === undefined ? null : await inSchema(database.value, asked, context) };
  }
  if (logs.value.length > 0) return { ...alone((await only()).fromLogs(context)), areLogs: true };
  if (key !== undefined && target !== undefined) return alone((await only()).fromKey(context));
  throw new DedupeError('DEDUPE_NO_SOURCE', 'there is nothing to reconcile: no database, no log and no key', {
    hint: 'Give --database, or --logs PATH, or --key KEY with --target NAME.',
  });
}

/** Null: that database has no schema of this program, so nothing is left out. */
async function inSchema(url: string, { key, target, limit }: Asked, { io }: Context): Promise<LeftOut | null> {
  const opening = { readOnly: true, signal: io.signal, applicationName: 'dedupe reconcile' };
  try {
    const database = await openDatabase(url, opening);
    try {
      const { state } = await readSchemaState(database);
      if (state === 'missing') return null;
      const { candidates } = await readUnsettled(database, { key, target, limit });
      return { source: 'schema', operations: candidates.length };
    } finally {
      await database.close();
    }
  } catch {
    return { source: 'schema', operations: null };
  }
}

function alone(source: ReconcileSource): Taken {
  return { source, leftOut: null };
}

function lacking(flag: string, what: string): DedupeError {
  return new DedupeError('DEDUPE_USAGE', `${flag} needs ${what}`);
}
