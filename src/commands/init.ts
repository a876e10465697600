// dedupe init: look at a database, read-only, and propose a configuration that reads its tables.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { hidePassword } from '../config/keys.ts';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { openDatabase } from '../postgres/open.ts';
import { isView, unclear } from '../propose/classify.ts';
import { configText, nameOf, type Proposal } from '../propose/config-text.ts';
import { propose } from '../propose/index.ts';
import { readOwnCatalog, readOwnViews } from '../store/own-catalog.ts';
import { readSchemaState } from '../store/schema-state.ts';
import { defineCommand } from './command.ts';

const fileName = 'dedupe.config.yaml';
const options = z.strictObject({ dryRun: z.optional(z.boolean()) });

export const initCommand = defineCommand({
  name: 'init',
  summary: 'look at a database, read-only, and write a configuration that reads its own tables',
  examples: ['dedupe init --database postgres://reader@db/app', 'dedupe init --dry-run'],
  formats: [],
  configure: (program) => program.option('--dry-run', 'print the configuration and write nothing'),
  options,
  async run({ dryRun = false }, context) {
    const { config, io, out } = context;
    const { database, tables_database: own } = config;
    const url = database.from === '--database' ? database.value : (own.value ?? database.value);
    if (url === undefined)
      throw new DedupeError('DEDUPE_NO_SOURCE', 'no database is named', {
        hint: 'Give --database or set DEDUPE_TABLES_DATABASE_URL. A role that may read is enough.',
      });
    if (!dryRun) refuseExisting(context);
    const proposal = await lookAt(url, context);
    const text = configText(proposal, hidePassword(url).replace(/[?#].*$/, ''));
    if (dryRun) {
      out.document(text);
      return Exit.clean;
    }
    if (proposal.selects.length > 0) await writeNew(join(io.cwd, fileName), text);
    const again = database.from === '--database' ? ' --database postgres://…' : '';
    for (const line of summary(proposal, again)) out.line(line);
    return proposal.selects.length > 0 || proposal.schema !== undefined ? Exit.clean : Exit.failed;
  },
});

async function lookAt(url: string, { io }: Context): Promise<Proposal> {
  const database = await openDatabase(url, { readOnly: true, signal: io.signal, applicationName: 'dedupe init' });
  try {
    const { state } = await readSchemaState(database);
    const schema =
      state === 'missing' ? undefined : 'The dedupe schema is there: dedupe trace reads it with --database.';
    return propose(await readOwnCatalog(database), schema, await readOwnViews(database));
  } finally {
    await database.close();
  }
}

function refuseExisting({ config }: Context): void {
  if (config.file === undefined) return;
  throw new DedupeError('DEDUPE_USAGE', `there is a configuration already: ${config.file}`, {
    hint: 'It is not changed. dedupe init --dry-run prints what could stand in it.',
  });
}

/** Never in place of a file, even one that came a moment ago. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNWRITABLE', `cannot write ${fileName}: ${(cause as Error).message}`, {
      hint: 'dedupe init --dry-run prints it.',
      cause,
    });
  }
}

const byHand = [
  'A SELECT for a table with other names is written by hand: "Your own tables" in the README; dedupe explain fact-lines has the columns.',
];

/** `again`: what was typed and has to be typed again, since no address is written down. */
function summary({ selects, aside, missing, schema }: Proposal, again: string): string[] {
  const kinds = [...new Set(selects.map(({ kind }) => kind))];
  const tables = (kind: string) => selects.filter((one) => one.kind === kind).map(({ table }) => nameOf(table));
  return [
    ...(schema === undefined ? [] : [schema]),
    ...(kinds.length === 0
      ? ['No table looks like events, jobs or tasks; nothing was written.']
      : [`wrote ${fileName}`, ...kinds.map((kind) => `  ${kind.padEnd(12)}${tables(kind).join(', ')}`)]),
    ...missing.map((one) => `  no unique index on ${one}`),
    ...aside.map(({ table, why }) => `  left aside: ${nameOf(table)}, it ${why}`),
    ...(aside.some(({ why }) => why === unclear || why === isView) || kinds.length === 0 ? byHand : []),
    ...(kinds.length === 0 ? [] : [`next  dedupe trace EVENT-OR-TASK-ID${again}`, `      dedupe doctor${again}`]),
  ];
}
