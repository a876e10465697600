// The parts of audit beside the code: the database and what runs. Each is done, failed, or a gap that says what it would show.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { AuditInput } from '../model/audit-input.ts';
import type { FindingsDocument } from '../model/findings-document.ts';
import type { Location } from '../model/rule.ts';
import { aliveSpan } from '../model/running-consumer.ts';
import { checkDatabase } from '../store/check-database.ts';
import { readLiveConsumers } from '../store/live-consumers.ts';
import { readRepeatedEffects } from '../store/repeated-effects.ts';
import { installationsPart } from './installations-part.ts';
import { queuesPart } from './queues-part.ts';

type Part = FindingsDocument['parts'][number];

export const partNames = ['database', 'consumers', 'installations', 'queues'] as const;
export type PartName = (typeof partNames)[number];

export interface RuntimeParts {
  readonly parts: readonly Part[];
  readonly consumers: AuditInput['consumers'];
  readonly schema: AuditInput['schema'];
  readonly repeated: AuditInput['repeated'];
  readonly installations: AuditInput['installations'];
  readonly queues: AuditInput['queues'];
}

/** `captured` names a file with the body of one event, whose installations Slack is asked about. */
export async function runtimeParts(context: Context, captured: string | undefined): Promise<RuntimeParts> {
  const database = await databaseParts(context);
  const { part, facts } = await installationsPart(context, captured);
  const queues = await queuesPart(context);
  return {
    ...database,
    parts: [...database.parts, part, queues.part],
    installations: facts,
    queues: queues.seen,
  };
}

async function databaseParts({ config, io }: Context): Promise<Omit<RuntimeParts, 'installations' | 'queues'>> {
  const url = config.database.value;
  if (url === undefined)
    return {
      parts: [
        { part: 'database', state: 'gap', sentence: 'no database is configured (would show missing unique indexes)' },
        {
          part: 'consumers',
          state: 'gap',
          sentence: 'no database is configured (would show old beside new processes)',
        },
      ],
      ...{ consumers: [], schema: [], repeated: [] },
    };
  const location: Location = { file: config.file ?? 'dedupe.config.yaml', line: 1, column: 1 };
  try {
    const { openDatabase } = await import('../postgres/open.ts');
    const database = await openDatabase(url, { readOnly: true, wholeTables: true, signal: io.signal });
    try {
      const checked = await checkDatabase(database);
      const schema = checked.differences.map(({ problem, repair }) => ({ problem, repair: repair[0] ?? '', location }));
      const isDoubtful = checked.version > 0 && schema.length > 0;
      const repeated = (isDoubtful ? await readRepeatedEffects(database) : []).map((one) => ({ ...one, location }));
      const consumers = (checked.version > 0 ? await readLiveConsumers(database) : []).map((one) => ({
        ...one,
        location,
      }));
      return {
        parts: [
          { part: 'database', state: 'done', sentence: `the dedupe schema, ${schema.length} differences` },
          {
            part: 'consumers',
            state: 'done',
            sentence: `${consumers.length} live in dedupe.instances, seen in ${aliveSpan}`,
          },
        ],
        consumers,
        schema,
        repeated,
      };
    } finally {
      await database.close();
    }
  } catch (cause) {
    if (!(cause instanceof DedupeError) || cause.code === 'DEDUPE_INTERRUPTED') throw cause;
    const failed = (part: string): Part => ({ part, state: 'failed', sentence: cause.message });
    return { parts: [failed('database'), failed('consumers')], consumers: [], schema: [], repeated: [] };
  }
}

/** Sentences that make the command end in 3. */
export function failuresIn(parts: readonly Part[], required: readonly string[]): string[] {
  return parts.flatMap(({ part, state, sentence }) => {
    if (state === 'failed') return [`${part}: ${sentence}`];
    return state === 'gap' && required.includes(part) ? [`${part} is required and was not looked at: ${sentence}`] : [];
  });
}
