// dedupe dead-letters: what was given up, and its way back to work.
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { DeadLettersDocument } from '../model/dead-letters-document.ts';
import { writeOutputs } from '../output.ts';
import { redrive } from '../pipeline/redrive.ts';
import { serverDatabase } from '../pipeline-process.ts';
import { openDatabase } from '../postgres/open.ts';
import { deadLettersText } from '../report/dead-letters-text.ts';
import { type DeadLetter, readDeadLetters } from '../store/dead-letters/dead-letters.ts';
import { assertReadable } from '../store/schema-state.ts';
import { createSessions } from '../store/sessions.ts';
import { defineCommand } from './command.ts';

const options = z.strictObject({
  args: z.array(z.string()),
  error: z.optional(z.string()),
  workspace: z.optional(z.string()),
  limit: z.optional(z.string()),
  all: z.optional(z.boolean()),
  apply: z.optional(z.boolean()),
});
type Options = z.output<typeof options>;
type Action = DeadLettersDocument['action'];
type Fate = DeadLettersDocument['letters'][number]['redrive'];

export const deadLettersCommand = defineCommand({
  name: 'dead-letters',
  summary: 'list what the worker has given up, show one, or send it back to work',
  examples: [
    'dedupe dead-letters list',
    'dedupe dead-letters show slack:T123:C9:1732900000.000100',
    'dedupe dead-letters redrive --all --error http_429',
    'dedupe dead-letters redrive slack:T123:C9:1732900000.000100 --apply',
  ],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .argument('<action>', 'list, show or redrive')
      .argument('[key]', 'a source event key or an event id')
      .option('--error <code>', 'only those that ended with this code')
      .option('--workspace <id>', 'only those of this workspace')
      .option('--limit <number>', 'so many at most, the oldest first (default: 100)')
      .option('--all', 'redrive every one that fits')
      .option('--apply', 'redrive for real; without it, only what would be done is shown'),
  options,
  async run(given, context) {
    const action = actionOf(given);
    const limit = limitOf(given.limit);
    const { letters, where } = await read(given, limit + 1, context);
    if (given.args[1] !== undefined && letters.length === 0)
      throw new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `no dead letter is called "${given.args[1]}"`, {
        hint: 'dedupe dead-letters list names them; dedupe trace tells what became of an event.',
      });
    const shown = letters.slice(0, limit);
    const fates = action === 'redrive' ? await fatesOf(shown, given.apply === true, context) : shown.map(() => null);
    const document: DeadLettersDocument = {
      version: 1,
      action,
      database: where,
      letters: shown.map(({ base_key: _, ...letter }, i) => ({ ...letter, redrive: fates[i] ?? null })),
      more: letters.length > limit,
    };
    const safe = clean(document);
    await writeOutputs(context, {
      text: (look) => deadLettersText.render(safe, look),
      json: () => JSON.stringify(safe, undefined, 2),
    });
    if (action === 'list') return letters.length > 0 ? Exit.found : Exit.clean;
    return given.apply && fates.includes('kept') ? Exit.failed : Exit.clean;
  },
});

function actionOf({ args: [word, key], all, apply }: Options): Action {
  const action = (['list', 'show', 'redrive'] as const).find((one) => one === word);
  if (action === undefined)
    throw new DedupeError('DEDUPE_USAGE', `dead-letters does list, show or redrive, not "${word}"`);
  if (action === 'show' && key === undefined)
    throw new DedupeError('DEDUPE_USAGE', 'show needs the key of a dead letter');
  if (action !== 'redrive' && (all || apply))
    throw new DedupeError('DEDUPE_USAGE', '--all and --apply belong to redrive');
  if (action === 'redrive' && (key === undefined) !== (all === true))
    throw new DedupeError('DEDUPE_USAGE', 'redrive takes one key, or --all');
  return action;
}

function limitOf(text = '100'): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new DedupeError('DEDUPE_USAGE', `--limit ${text} is not a number from 1 to 99999`);
}

async function read({ args, error, workspace }: Options, limit: number, context: Context) {
  const url = serverDatabase(context, 'dead-letters');
  const { signal } = context.io;
  const database = await openDatabase(url, {
    readOnly: true,
    wholeTables: true,
    signal,
    applicationName: 'dedupe dead-letters',
  });
  try {
    await assertReadable(database);
    const query = { key: args[1], errorCode: error, workspaceId: workspace, limit };
    return { letters: await readDeadLetters(database, query), where: database.describe() };
  } finally {
    await database.close();
  }
}

/** Each is compared with what was shown: one that changed meanwhile stays as it is. */
async function fatesOf(letters: readonly DeadLetter[], apply: boolean, context: Context): Promise<Fate[]> {
  if (!apply) return letters.map(({ redrivable }) => (redrivable ? 'planned' : 'kept'));
  const sessions = createSessions(serverDatabase(context, 'dead-letters'), { size: 1 });
  try {
    const fates: Fate[] = [];
    for (const letter of letters) fates.push((await redrive(sessions, letter)) ? 'redriven' : 'kept');
    return fates;
  } finally {
    await sessions.close();
  }
}
