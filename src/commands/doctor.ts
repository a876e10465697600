// dedupe doctor: what can be seen from here, and which of twelve steps against duplicates hold?
import * as z from 'zod/mini';
import { doctorDocumentOf, exitOf } from '../doctor/document.ts';
import { type Look, look } from '../doctor/look.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import { parseSpan } from '../model/span.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { progressOn } from '../progress.ts';
import { doctorReports } from '../report/doctor/index.ts';
import { defineCommand } from './command.ts';

const usualAge = '30d';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'open every source read-only, say what each can settle, and judge twelve steps against duplicates',
  examples: [
    'dedupe doctor',
    'dedupe doctor --code src --logs app.jsonl',
    'dedupe doctor Ev08SAMPLE1 --database postgres://reader@db/app',
    'dedupe doctor --output json=doctor.json',
  ],
  formats: doctorReports.map(({ format }) => format),
  configure: (program) =>
    program
      .argument('[event]', 'an event that made two tasks: whether the evidence leads from it to both')
      .option('--code <paths>', 'source code to look at, several with commas between (code in the configuration)')
      .option('--stale-after <span>', `a drill that is older shows nothing any more (default: ${usualAge})`),
  options: z.strictObject({
    args: z.array(z.string()),
    code: z.optional(z.string()),
    staleAfter: z.optional(z.string()),
  }),
  async run({ args: [ref], code, staleAfter = usualAge }, context) {
    const staleAfterMs = parseSpan(staleAfter);
    if (staleAfterMs === undefined)
      throw new DedupeError('DEDUPE_USAGE', `--stale-after is "${staleAfter}"`, { hint: 'For example 24h or 30d.' });
    const paths = code === undefined ? context.config.code.value : code.split(',').filter((path) => path !== '');
    const progress = progressOn(context.io.stderr, context.io.signal);
    try {
      const seen = await look(context, { ref, code: paths, staleAfterMs }, progress.tell);
      progress.end();
      const isStopped = context.io.signal.aborted;
      const document = doctorDocumentOf(seen, context);
      await writeOutputs(context, inEachFormat(doctorReports, clean(document)));
      if (!isStopped) return isUnknown(seen) ? Exit.misuse : exitOf(document);
      context.err.line('the result is partial: interrupted before everything had answered');
      return Exit.interrupted;
    } finally {
      progress.end();
    }
  },
});

/** As for a trace: every source was read whole and none knows the event, which is a typo more often than a finding. */
function isUnknown({ checkup: { trace } }: Look): boolean {
  return trace.state === 'seen' && trace.value.document === undefined;
}
