// dedupe trace REF: why did this event have more than one effect?
import * as z from 'zod/mini';
import { repeatedFlags } from '../again.ts';
import { clean } from '../model/clean.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { providersWith } from '../providers/described.ts';
import { referenceForms, resolveReference } from '../reference.ts';
import { traceReports } from '../report/index.ts';
import { openSources } from '../sources.ts';
import { exitOf, trace } from '../trace.ts';
import { defineCommand } from './command.ts';

export const traceCommand = defineCommand({
  name: 'trace',
  summary: 'find out why one event had more than one effect',
  examples: [
    'dedupe trace Ev08SAMPLE1 --logs app.jsonl',
    'dedupe trace OPS-41 OPS-42 --logs app.jsonl',
    "dedupe trace Ev08SAMPLE1 --logs 'logs/*.log.gz' --format json",
    'dedupe trace Ev08SAMPLE1 --database postgres://reader@db/app --output json=trace.json',
  ],
  formats: traceReports.map(({ format }) => format),
  configure: (program) =>
    program.argument('<ref>', referenceForms).argument('[ref]', 'a second task, to ask why both exist'),
  options: z.strictObject({ args: z.array(z.string()) }),
  async run({ args }, context) {
    const { config, io } = context;
    const refs = args.map(resolveReference);
    const { sources, absent, close } = await openSources(context);
    try {
      const request = { refs, sources, absent, since: config.since.value, until: config.until.value };
      const providerOf = providersWith(config.providers.value);
      const traced = await trace({ ...request, flags: repeatedFlags(config), signal: io.signal, providerOf });
      await writeOutputs(context, inEachFormat(traceReports, clean(traced.document)));
      return exitOf(traced);
    } finally {
      await close();
    }
  },
});
