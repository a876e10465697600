// dedupe trace REF: why did this event have more than one effect?
import * as z from 'zod/mini';
import { repeatedFlags } from '../again.ts';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { Gathered } from '../model/gathered.ts';
import type { ProviderDescriptions } from '../model/provider-description.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { providersWith } from '../providers/described.ts';
import { referenceForms, resolveReference } from '../reference.ts';
import { traceReports } from '../report/index.ts';
import { openSources } from '../sources.ts';
import { gather } from '../trace/gather.ts';
import type { Traced } from '../trace.ts';
import { turn } from '../turn.ts';
import { defineCommand } from './command.ts';

interface TraceOptions {
  readonly args: readonly string[];
  readonly save?: string | undefined;
  readonly from?: string | undefined;
  readonly anonymize?: boolean | undefined;
}

export const traceCommand = defineCommand<TraceOptions>({
  name: 'trace',
  summary: 'find out why one event had more than one effect',
  examples: [
    'dedupe trace Ev08SAMPLE1 --logs app.jsonl',
    'dedupe trace OPS-41 OPS-42 --logs app.jsonl',
    "dedupe trace Ev08SAMPLE1 --logs 'logs/*.log.gz' --format json",
    'dedupe trace Ev08SAMPLE1 --database postgres://reader@db/app --output html=incident.html',
    'dedupe trace Ev08SAMPLE1 --logs app.jsonl --anonymize --save incident.json',
    'dedupe trace --from incident.json',
  ],
  formats: traceReports.map(({ format }) => format),
  configure: (program) =>
    program
      .argument('[ref]', referenceForms)
      .argument('[other]', 'a second task, to ask why both exist')
      .option('--save <file>', 'keep the evidence and the answer in a file that --from replays')
      .option('--from <file>', 'replay a file that --save wrote, without any source')
      .option('--anonymize', 'replace every name and id, the same one by the same everywhere, to show it to others'),
  options: z.strictObject({
    args: z.array(z.string()),
    save: z.optional(z.string()),
    from: z.optional(z.string()),
    anonymize: z.optional(z.boolean()),
  }),
  async run(options, context) {
    const { from, save, anonymize, args } = options;
    if (from === undefined && save === undefined && !anonymize) {
      const { closed, ...found } = await traced(args, context);
      const exit = await exitAfter(context, found);
      await closed;
      return exit;
    }
    const [{ replayed, shared }, { judge }] = await Promise.all([import('./trace/share.ts'), import('../trace.ts')]);
    const sharing = { ...options, judge };
    const found =
      from === undefined ? await whenClosed(traced(args, context, save)) : await replayed(from, sharing, context);
    return exitAfter(context, await shared(found, sharing, context));
  },
});

/** What was gathered goes along, with the senders that a configuration describes: it is what can be saved. */
export interface Found extends Traced {
  readonly gathered: Gathered;
  readonly providers: ProviderDescriptions;
}

/** The sources are closed while the answer is written. */
interface Closing extends Found {
  readonly closed: Promise<void>;
}

async function whenClosed(tracing: Promise<Closing>): Promise<Found> {
  const { closed, ...found } = await tracing;
  await closed;
  return found;
}

async function traced(args: readonly string[], context: Context, save?: string): Promise<Closing> {
  const { config, io } = context;
  if (args.length === 0) {
    throw new DedupeError('DEDUPE_USAGE', "missing required argument 'ref'", {
      hint: `It is an ${referenceForms}. dedupe trace --help shows how it is called.`,
    });
  }
  const refs = args.map(resolveReference);
  const files = save === undefined ? context.outputs : [...context.outputs, { format: 'json', file: save }];
  const { sources, absent, reached, close } = await openSources({ ...context, outputs: files });
  try {
    const span = { since: config.since.value, until: config.until.value };
    const about = {
      flags: repeatedFlags(config, io.env),
      signal: io.signal,
      providerOf: providersWith(config.providers.value),
    };
    const gathering = gather({ refs, sources, absent, ...span, ...about });
    // What explains is loaded while a server looks.
    const [gathered, { judge }] = await Promise.all([gathering, reached.then(turn).then(() => import('../trace.ts'))]);
    const [judged] = await Promise.all([judge(gathered, { sources, ...about }), reportIn(context.format)?.load()]);
    const closed = close();
    // Whoever fails before it is awaited has a better reason.
    closed.catch(() => {});
    return { gathered, providers: config.providers.value ?? {}, ...judged, closed };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loaded while the sources are asked about later events. */
function reportIn(format: string) {
  return traceReports.find((report) => report.format === format);
}

async function exitAfter(context: Context, found: Traced) {
  const isStopped = context.io.signal.aborted;
  const { exitOf } = await import('../trace.ts');
  await writeOutputs(context, inEachFormat(traceReports, clean(found.document)));
  if (isStopped) context.err.line('the result is partial: interrupted before every source had answered');
  return isStopped ? Exit.interrupted : exitOf(found);
}
