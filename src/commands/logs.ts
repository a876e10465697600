// dedupe logs check: what is understood of a log before anybody needs it at night.
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { checkLog } from '../evidence/log-check.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { LogsDocument } from '../model/logs-document.ts';
import { writeOutputs } from '../output.ts';
import { progressOn } from '../progress.ts';
import { logsText } from '../report/logs-text.ts';
import { findLogFiles } from '../scan/log-files.ts';
import { lineMapOf } from '../sources.ts';
import { defineCommand } from './command.ts';

const usualLines = 1_000_000;

export const logsCommand = defineCommand({
  name: 'logs',
  summary: 'check how much of a log is understood, what it does not say, and what it should not hold',
  examples: ['dedupe logs check app.log', 'dedupe logs check "logs/*.gz" --lines 5000 --format json'],
  formats: ['text', 'json'],
  configure: (program) =>
    program
      .argument('<action>', 'check')
      .argument('[path]', 'a file, a folder or a quoted glob; --logs names more')
      .option('--lines <number>', `look at so many lines of each file (default: ${usualLines})`),
  options: z.strictObject({ args: z.array(z.string()), lines: z.optional(z.string()) }),
  async run({ args: [action = '', path], lines }, context) {
    if (action !== 'check')
      throw new DedupeError('DEDUPE_USAGE', `dedupe logs knows no "${action}"`, { hint: 'dedupe logs check FILE' });
    const document = await check(path, limitOf(lines), context);
    const shown = clean(document);
    await writeOutputs(context, {
      text: (look) => logsText.render(shown, look),
      json: () => JSON.stringify(shown, undefined, 2),
    });
    if (document.files.some(({ readable }) => !readable)) return Exit.failed;
    return document.files.some(({ exposed }) => exposed.length > 0) ? Exit.found : Exit.clean;
  },
});

async function check(path: string | undefined, limit: number, { config, io }: Context): Promise<LogsDocument> {
  const paths = [...(path === undefined ? [] : [path]), ...config.logs.value];
  if (paths.length === 0)
    throw new DedupeError('DEDUPE_NO_SOURCE', 'there is no log to check', { hint: 'dedupe logs check FILE' });
  const map = lineMapOf(config);
  const files: LogsDocument['files'] = [];
  const progress = progressOn(io.stderr, io.signal);
  try {
    for (const file of await findLogFiles(paths, io.cwd))
      files.push(await checkLog(file, map, limit, io.signal, (bytes) => progress.tell(file.name, bytes, undefined)));
  } finally {
    progress.end();
  }
  return { version: 1, files };
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return usualLines;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new DedupeError('DEDUPE_USAGE', '--lines takes a whole number from 1 on');
}
