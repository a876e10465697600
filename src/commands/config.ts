// dedupe config: which settings hold, and which place set each of them.
import * as z from 'zod/mini';
import { refuseUnknownRules } from '../check/finish.ts';
import { configDocumentOf } from '../config/report.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import { writeOutputs } from '../output.ts';
import { configTable } from '../report/config-table.ts';
import { defineCommand } from './command.ts';

export const config = defineCommand({
  name: 'config',
  summary: 'print every setting with where it came from; secrets are hidden',
  examples: ['dedupe config', 'dedupe config --format json', 'dedupe config --config staging.yaml --plain'],
  formats: ['text', 'json'],
  configure: () => {},
  options: z.strictObject({}),
  async run(_, context) {
    const { rules } = context.config;
    if (Object.keys(rules.value).length > 0) {
      const [{ lintRules }, { auditRules }] = await Promise.all([
        import('../lint/index.ts'),
        import('../audit/index.ts'),
      ]);
      refuseUnknownRules(
        rules.value,
        [...lintRules, ...auditRules].map(({ id }) => id),
      );
    }
    const document = clean(configDocumentOf(context));
    await writeOutputs(context, {
      text: (look) => configTable.render(document, look),
      json: () => JSON.stringify(document, undefined, 2),
    });
    return Exit.clean;
  },
});
