// dedupe lint: will what these files subscribe make two of one?
import * as z from 'zod/mini';
import { auditRules } from '../audit/index.ts';
import { codePart } from '../check/code-part.ts';
import { finish, refuseUnknownRules } from '../check/finish.ts';
import { configuredFor } from '../check/lint-input.ts';
import { alsoOver, liveManifest } from '../check/live-manifest.ts';
import { addCheckOptions, checkOptions } from '../check/options.ts';
import { readSubscriptionFiles } from '../check/read-files.ts';
import { DedupeError } from '../errors.ts';
import { lintRules } from '../lint/index.ts';
import { handlerFactsOf } from '../model/code/handler-facts.ts';
import type { LintInput } from '../model/lint-input.ts';
import { findingsReports } from '../report/findings/index.ts';
import { defineCommand } from './command.ts';

export const lintCommand = defineCommand({
  name: 'lint',
  summary: 'find in manifests, templates and exported triggers what will make two of one',
  examples: [
    'dedupe lint manifest.yaml',
    'dedupe lint manifest.json manifest.test.json --output sarif=lint.sarif',
    'dedupe lint template.yaml serverless.yml --fail-on warning',
    'dedupe lint manifest.yaml --app-id A0123456789',
  ],
  formats: findingsReports.map(({ format }) => format),
  configure: (program) =>
    addCheckOptions(
      program.argument('[files...]', 'Slack manifests, serverless.yml, SAM, CloudFormation, exported triggers'),
    )
      .option('--code <folder>', 'look in this source code whether what is subscribed twice is handled twice')
      .option('--app-id <id>', 'read the live manifest of this app, and compare it with the file'),
  options: z.strictObject({
    args: z.array(z.string()),
    code: z.optional(z.string()),
    appId: z.optional(z.string()),
    ...checkOptions,
  }),
  async run({ args, ...options }, context) {
    const begun = context.clock();
    const { config, io } = context;
    const known = [...lintRules, ...auditRules].map(({ id }) => id);
    refuseUnknownRules(config.rules.value, known);
    if (args.length === 0 && options.appId === undefined && Object.keys(config.dedupe_stores.value).length === 0)
      throw new DedupeError('DEDUPE_USAGE', 'no file is named', {
        hint: 'Name the manifest, for example: dedupe lint manifest.yaml',
      });
    const { files, texts, skipped } = await readSubscriptionFiles(io.cwd, args);
    const { texts: own, ...configured } = configuredFor(config, io.cwd, args);
    const code = options.code === undefined ? undefined : await codePart(io.cwd, [options.code]);
    if (options.appId !== undefined && files.filter(({ kind }) => kind === 'slack-manifest').length > 1)
      throw new DedupeError('DEDUPE_USAGE', '--app-id is one app, and several manifests are named', {
        hint: 'Name the manifest of this app only.',
      });
    const live = options.appId === undefined ? undefined : await liveManifest(options.appId, context);
    const input: LintInput = { files, live, code: code && handlerFactsOf(code.input), ...configured };
    const seen = new Map([...texts, ...own, ...(code?.texts ?? [])]);
    if (live) seen.set(live.file, live.text);
    return finish(
      {
        ...{ tool: 'lint', rules: alsoOver(lintRules), known, input, texts: seen, begun },
        ...{
          files: args.length + (live ? 1 : 0),
          parts: code ? [code.part] : [],
          skipped: [...skipped, ...(code?.skipped ?? [])],
          failures: [],
        },
      },
      options,
      context,
    );
  },
});
