// dedupe scan: how many duplicates are there in everything that the sources hold, from which causes, since when, and do they go on?
import * as z from 'zod/mini';
import { repeatedFlags } from '../again.ts';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit, type ExitCode } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { Word } from '../model/word.ts';
import { suggestion } from '../nearest.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { progressOn } from '../progress.ts';
import { scanReports } from '../report/scan/index.ts';
import { shellWord } from '../shell-word.ts';
import { openSources } from '../sources.ts';
import { type Surveyed, survey } from '../survey/survey.ts';
import { groupNames } from '../survey/titles.ts';
import { defineCommand } from './command.ts';

const count = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,6}$/)),
  z.transform((text) => Number(text)),
);

export const scanCommand = defineCommand({
  name: 'scan',
  summary: 'find every duplicate, lost event and open operation, grouped by cause',
  examples: [
    'dedupe scan --logs logs/ --since 24h',
    'dedupe scan --database postgres://reader@db/app --since-deploy 4.2.0',
    'dedupe scan --logs app.jsonl --damage --format csv --output html=scan.html',
    'dedupe scan --logs app.jsonl --figures',
  ],
  formats: scanReports.map(({ format }) => format),
  configure: (program) =>
    program
      .option('--cause <name>', 'only this cause, or this kind of finding; others are counted, and set no exit code')
      .option('--min-records <n>', 'only duplicates with at least so many records of one effect')
      .option('--limit <n>', 'explain at most so many stories, the most telling first (default: 10000)')
      .option('--since-deploy <version>', 'rates before and after this version came')
      .option('--damage', 'name every surplus record, which one to keep and why; closes nothing')
      .option('--figures', 'the ten figures that a team should watch'),
  options: z.strictObject({
    cause: z.optional(z.string()),
    minRecords: z.optional(z.string()),
    limit: z.optional(z.string()),
    sinceDeploy: z.optional(z.string()),
    damage: z.optional(z.boolean()),
    figures: z.optional(z.boolean()),
  }),
  async run(options, context) {
    const { config, io } = context;
    const request = {
      cause: options.cause === undefined ? undefined : knownGroup(options.cause),
      minRecords: numberOf('--min-records', options.minRecords),
      limit: numberOf('--limit', options.limit) ?? 10_000,
      sinceDeploy: options.sinceDeploy,
      damage: options.damage ?? false,
      figures: options.figures ?? false,
      ...{ since: config.since.value, until: config.until.value, commandFor: traceWith(repeatedFlags(config, io.env)) },
    };
    const { sources, absent, close } = await openSources(context, databaseMs);
    const progress = progressOn(io.stderr, io.signal);
    try {
      const grace = () => AbortSignal.timeout(graceMs);
      const found = await survey({ ...request, sources, absent, signal: io.signal, grace, tell: progress.tell });
      progress.end();
      await writeOutputs(context, inEachFormat(scanReports, clean(found.document)));
      return exitOf(found, context);
    } finally {
      progress.end();
      await close();
    }
  },
});

/** A table of a hundred million rows is passed over in minutes. */
const databaseMs = 1_800_000;

/** Whoever presses Ctrl-C waits no longer than this for what is known. */
const graceMs = 3000;

function knownGroup(name: string): string {
  if (groupNames.includes(name)) return name;
  throw new DedupeError('DEDUPE_UNKNOWN_RULE', `there is no cause "${name}"`, {
    hint: suggestion(name, groupNames),
  });
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = count.safeParse(text);
  if (read.success) return read.data;
  throw new DedupeError('DEDUPE_USAGE', `${flag} is "${text}"`, { hint: 'Allowed: a number from 1 to 9999999.' });
}

/** The same evidence, and the same span: the story that was found stands in it. */
function traceWith(flags: readonly Word[]): (ref: string) => string {
  return (ref) => ['dedupe', 'trace', ref, ...flags].map(shellWord).join(' ');
}

/** What failed outranks what was found: the answer may not be whole. Several acts are no finding, and what was left out was not asked for. */
function exitOf({ document, isInterrupted, hasFailed }: Surveyed, { err }: Context): ExitCode {
  if (isInterrupted) {
    err.line(`the result is partial: ${document.partial ?? 'nothing was left to explain'}`);
    return Exit.interrupted;
  }
  if (hasFailed) return Exit.failed;
  if (document.groups.some(({ kind }) => kind !== 'not-a-duplicate')) return Exit.found;
  return document.blind || document.partial !== null ? Exit.failed : Exit.clean;
}
