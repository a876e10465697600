// dedupe audit: what in this code, and in what runs beside it, will make two of one?
import * as z from 'zod/mini';
import { auditRules } from '../audit/index.ts';
import { codePart } from '../check/code-part.ts';
import { finish, refuseUnknownRules } from '../check/finish.ts';
import { addCheckOptions, checkOptions } from '../check/options.ts';
import { lintRules } from '../lint/index.ts';
import { findingsReports } from '../report/findings/index.ts';
import { defineCommand } from './command.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'find in source code, the database and running consumers what will make two of one',
  examples: ['dedupe audit', 'dedupe audit src --fail-on warning', 'dedupe audit src --output sarif=audit.sarif'],
  formats: findingsReports.map(({ format }) => format),
  configure: (program) =>
    addCheckOptions(program.argument('[paths...]', 'folders and files with source code (default: .)')),
  options: z.strictObject({ args: z.array(z.string()), ...checkOptions }),
  async run({ args, ...options }, context) {
    const begun = context.clock();
    const { config, io } = context;
    refuseUnknownRules(
      config.rules.value,
      [...lintRules, ...auditRules].map(({ id }) => id),
    );
    const code = await codePart(io.cwd, args.length === 0 ? ['.'] : args);
    return finish(
      {
        ...{ tool: 'audit', rules: auditRules, input: { ...code.input, consumers: [] }, texts: code.texts, begun },
        ...{ files: code.files, parts: [code.part], skipped: code.skipped, failures: [] },
      },
      options,
      context,
    );
  },
});
