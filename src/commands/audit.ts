// dedupe audit: what in this code, and in what runs beside it, will make two of one?
import * as z from 'zod/mini';
import { auditRules } from '../audit/index.ts';
import { changedFiles } from '../changed-files.ts';
import { codePart } from '../check/code-part.ts';
import { effectsOf } from '../check/effects.ts';
import { finish, refuseUnknownRules } from '../check/finish.ts';
import { addCheckOptions, checkOptions } from '../check/options.ts';
import { failuresIn, partNames, runtimeParts } from '../check/runtime-parts.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { lintRules } from '../lint/index.ts';
import { findingsReports } from '../report/findings/index.ts';
import { defineCommand } from './command.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'find in source code, the database, installations and running consumers what will make two of one',
  examples: ['dedupe audit', 'dedupe audit src --fail-on warning', 'dedupe audit src --output sarif=audit.sarif'],
  formats: findingsReports.map(({ format }) => format),
  configure: (program) =>
    addCheckOptions(program.argument('[paths...]', 'folders and files with source code (default: .)'))
      .option('--require <parts>', `parts that must be looked at, with commas between: ${partNames.join(', ')}`)
      .option('--changed-since <ref>', 'tell only of files that differ from this commit or branch')
      .option('--captured-event <file>', 'ask Slack which installations could see this event (its body as received)')
      .option('--effects', 'list what a handler makes elsewhere, instead of findings'),
  options: z.strictObject({
    args: z.array(z.string()),
    require: z.optional(z.string()),
    effects: z.optional(z.boolean()),
    capturedEvent: z.optional(z.string()),
    changedSince: z.optional(z.string()),
    ...checkOptions,
  }),
  async run({ args, ...options }, context) {
    const begun = context.clock();
    const { config, io } = context;
    const known = [...lintRules, ...auditRules].map(({ id }) => id);
    refuseUnknownRules(config.rules.value, known);
    const required = requiredIn(options.require);
    const { changedSince } = options;
    const changed = changedSince === undefined ? undefined : await changedFiles(io.cwd, changedSince);
    const code = await codePart(io.cwd, args.length === 0 ? ['.'] : args);
    if (options.effects) {
      for (const line of effectsOf(code.input)) context.out.line(line);
      return code.skipped.some(({ fatal }) => fatal) ? Exit.failed : Exit.clean;
    }
    const { parts, ...runtime } = await runtimeParts(context, options.capturedEvent);
    const input = { ...code.input, ...runtime };
    return finish(
      {
        ...{ tool: 'audit', rules: auditRules, known, input, only: changed, texts: code.texts, begun },
        ...{
          files: code.files,
          parts: [code.part, ...parts],
          skipped: code.skipped,
          failures: failuresIn(parts, required),
        },
      },
      options,
      context,
    );
  },
});

function requiredIn(text: string | undefined): string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !partNames.some((one) => one === name));
  if (unknown === undefined) return names;
  throw new DedupeError('DEDUPE_USAGE', `--require names "${unknown}"`, { hint: `Known: ${partNames.join(', ')}.` });
}
