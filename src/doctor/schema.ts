// The dedupe schema: is it there, whole and written by somebody, and who lives?
import type { Context } from '../context.ts';
import type { SchemaSight } from '../model/checkup.ts';
import type { Figure } from '../model/figures.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { checkDatabase } from '../store/check-database.ts';
import { readFigures } from '../store/figures.ts';
import { readInUse } from '../store/in-use.ts';
import { readLiveConsumers } from '../store/live-consumers.ts';
import { readSchemaState } from '../store/schema-state.ts';
import { readServer } from '../store/server.ts';
import { clockOf, failed, type Looked, lookFailed, notConfigured, opened, placeOf } from './looked.ts';

export interface LookedSchema extends Looked<SchemaSight> {
  readonly figures: readonly Figure[];
}

const deadlineMs = 60_000;

export async function lookAtSchema({ config, io, clock }: Context): Promise<LookedSchema> {
  const url = config.database.value;
  if (url === undefined) {
    const passedOver = config.database.from === 'default' ? '' : `not opened: ${config.database.from}; `;
    return { ...notConfigured('database', `${passedOver}--database URL, or DEDUPE_DATABASE_URL`), figures: [] };
  }
  const place = placeOf(url);
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
  let database: Database | undefined;
  try {
    database = await openDatabase(url, { readOnly: true, wholeTables: true, signal, applicationName: 'dedupe doctor' });
    const own = database;
    const { answer: server, clocks } = await clockOf(
      'database',
      clock,
      () => readServer(own),
      ({ now }) => now,
    );
    const about = { place, versions: [`PostgreSQL ${server.version}`] };
    const state = await readSchemaState(own);
    if (state.state === 'hidden') {
      const reason = `the role ${state.role} may not read the dedupe schema: dedupe migrate --grants`;
      return { sight: { state: 'failed', reason }, rows: [failed('database', place, reason)], clocks, figures: [] };
    }
    if (state.state === 'missing') {
      const evidence =
        'opened; there is no dedupe schema in it (dedupe migrate makes it, dedupe init reads tables of your own)';
      return {
        sight: { state: 'not-configured', configure: 'dedupe migrate makes the dedupe schema' },
        rows: [opened('database', { ...about, evidence, visible: false })],
        ...{ clocks, figures: [] },
      };
    }
    const { version, differences } = await checkDatabase(own);
    const holds = await readInUse(own);
    const consumers = await readLiveConsumers(own);
    const span = { since: config.since.value, until: config.until.value };
    const written = Object.entries(holds).flatMap(([name, is]) => (is ? [name] : []));
    const evidence = `the role ${server.role} reads the schema, version ${version}, ${differences.length} differences; rows of ${written.join(', ') || 'nothing'}`;
    return {
      sight: {
        state: 'seen',
        value: {
          ...{ version, holds, consumers },
          differences: differences.map(({ problem, repair }) => ({ problem, repair: repair.join('; ') })),
        },
      },
      rows: [
        opened('database', { ...about, evidence, visible: true, unsettled: unsettledOf(holds, server.isStandby) }),
      ],
      clocks,
      figures: await readFigures(own, 'database', span),
    };
  } catch (error) {
    io.signal.throwIfAborted();
    return { ...lookFailed<SchemaSight>('database', place, error), figures: [] };
  } finally {
    await database?.close();
  }
}

function unsettledOf(holds: SchemaSight['holds'], isStandby: boolean): string[] {
  return [
    ...(holds.events ? [] : ['what came in: no event was ever registered here']),
    ...(holds.answers ? [] : ['when the sender was answered (no answer is written down)']),
    ...(holds.effects ? [] : ['what was made: no operation was ever planned here']),
    ...(isStandby ? ['what has not reached this standby yet'] : []),
    'what processes did that do not write this schema',
  ];
}
