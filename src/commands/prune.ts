// dedupe prune: lets go of what is old enough that nobody will ask for it, and says how to get it back.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import { formatSpan } from '../model/instant.ts';
import type { PruneDocument } from '../model/prune-document.ts';
import { reasonOfLeft } from '../model/prune-left.ts';
import { writeOutputs } from '../output.ts';
import type { Database } from '../postgres/database.ts';
import { openDatabase } from '../postgres/open.ts';
import { pruneText } from '../report/prune-text.ts';
import { type AgedStep, readLeft } from '../store/prune/left.ts';
import { countPrunable, pruneBatch } from '../store/prune/prune.ts';
import type { PruneStep } from '../store/prune/prune-step.ts';
import { recentProviders } from '../store/prune/recent-providers.ts';
import { assertWritable } from '../store/schema-state.ts';
import { defineCommand } from './command.ts';
import { dueOf, longestHorizon, queueLifeMs } from './prune/due.ts';

const maybe = z.optional(z.string());
const options = z.strictObject({
  olderThan: maybe,
  bodiesOlderThan: maybe,
  deadBodiesOlderThan: maybe,
  textOlderThan: maybe,
  erase: z.optional(z.boolean()),
  keysOlderThan: maybe,
  workspace: maybe,
  export: maybe,
  batch: maybe,
  apply: z.optional(z.boolean()),
});
type Options = z.output<typeof options>;
export const pruneCommand = defineCommand({
  name: 'prune',
  summary: 'let go of old rows and of bodies; shows what would go, and how to return',
  examples: [
    'dedupe prune --older-than 90d --bodies-older-than 7d',
    'dedupe prune --older-than 90d --export pruned.jsonl --apply',
    'dedupe prune --bodies-older-than 7d --dead-bodies-older-than 14d --text-older-than 30d --apply',
    'dedupe prune --workspace T0123456789 --erase --older-than 2d --apply',
  ],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .option('--older-than <span>', 'events that have ended, deliveries, attempts, counters: 48h, 90d')
      .option('--bodies-older-than <span>', 'payloads and requests of what has ended well; the rows stay')
      .option('--dead-bodies-older-than <span>', 'those of dead letters, which cannot be redriven afterwards')
      .option(
        '--text-older-than <span>',
        'the upper bound: all that people wrote, titles of tasks too, whatever became of it; the keys stay',
      )
      .option(
        '--keys-older-than <span>',
        'operations, the memory of effects: a copy that comes later makes a second one',
      )
      .option('--workspace <id>', 'only rows of this workspace')
      .option('--erase', 'with --workspace, after an uninstall: all that people wrote there, at any age')
      .option('--export <file>', 'write what is deleted to a new file first, one JSON object a line')
      .option('--batch <number>', 'rows in one transaction (default: 1000)')
      .option('--apply', 'do it; without it, only what would go is shown'),
  options,
  async run(given, context) {
    const due = dueOf(given);
    const { admin_database, database: reader } = context.config;
    const url = admin_database.value ?? reader.value;
    if (url === undefined)
      throw new DedupeError('DEDUPE_NO_SOURCE', 'no database is named', { hint: 'Give --database.' });
    const apply = given.apply === true;
    const database = await openDatabase(url, {
      readOnly: !apply,
      signal: context.io.signal,
      applicationName: 'dedupe prune',
    });
    try {
      const document = clean(await documentOf(given, due, database, context));
      await writeOutputs(context, {
        text: (look) => pruneText.render(document, look),
        json: () => JSON.stringify(document, undefined, 2),
      });
    } finally {
      await database.close();
    }
    return Exit.clean;
  },
});

async function documentOf(
  given: Options,
  due: readonly AgedStep[],
  database: Database,
  context: Context,
): Promise<PruneDocument> {
  if (given.apply) await assertWritable(database);
  const bounds = { sender: longestHorizon(await recentProviders(database)), queue: queueLifeMs };
  const boundOf = ({ neededBy }: PruneStep) => Math.max(0, ...neededBy.map((whom) => bounds[whom]));
  for (const step of due)
    if (step.olderThanMs < boundOf(step))
      throw new DedupeError(
        'DEDUPE_USAGE',
        `rows of ${step.table} younger than ${formatSpan(boundOf(step))} are still needed`,
        { hint: 'So long can a sender repeat an event, or a worker try again, and then what is gone would be new.' },
      );
  const steps: PruneDocument['steps'] = [];
  const file = given.apply && given.export !== undefined ? createExport(given.export, context.io.cwd) : undefined;
  try {
    for (const step of due) {
      const scope = { olderThanMs: step.olderThanMs, workspaceId: given.workspace };
      const keep = file === undefined ? undefined : (rows: readonly string[]) => append(file, step.table, rows);
      const size = given.batch === undefined ? 1_000 : Number(given.batch);
      let rows = given.apply ? 0 : await countPrunable(database, step, scope);
      for (let more = given.apply === true; more && !context.io.signal.aborted; ) {
        const gone = await pruneBatch(database, step, scope, { size, keep });
        rows += gone;
        more = gone === size;
      }
      steps.push({
        table: step.table,
        does: step.does,
        older_than_ms: step.olderThanMs,
        rows,
        lower_bound_ms: boundOf(step),
      });
    }
  } finally {
    if (file !== undefined) closeSync(file);
  }
  const applied = given.apply === true;
  const left = await readLeft(database, due, { workspaceId: given.workspace, applied });
  const about = { version: 1 as const, database: database.describe(), applied };
  return {
    ...about,
    steps,
    left: left.map((one) => ({ ...one, reason: reasonOfLeft(one) })),
    lower_bound_ms: Math.max(bounds.sender, bounds.queue),
    export: file === undefined ? null : (given.export ?? null),
  };
}

function createExport(file: string, cwd: string): number {
  try {
    return openSync(resolve(cwd, file), 'wx', 0o600);
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `${file} cannot be made: ${(cause as Error).message}`, {
      hint: 'Name a file that does not exist yet.',
      cause,
    });
  }
}

/** On the disk before the rows are gone. */
function append(file: number, table: string, rows: readonly string[]): void {
  if (rows.length === 0) return;
  writeSync(file, rows.map((row) => `{"table":"${table}","row":${row}}\n`).join(''));
  fsyncSync(file);
}
