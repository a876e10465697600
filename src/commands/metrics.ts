// dedupe metrics: the figures of all processes together, and how things stand, as Prometheus reads them.
import * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { writeOutputs } from '../output.ts';
import { storedMetrics } from '../pipeline/metrics/page.ts';
import { openDatabase } from '../postgres/open.ts';
import { assertReadable } from '../store/schema-state.ts';
import { defineCommand } from './command.ts';

export const metricsCommand = defineCommand({
  name: 'metrics',
  summary: 'figures of the pipeline from its database, in the text format of Prometheus',
  examples: [
    'dedupe metrics --database postgres://db.example/app',
    'dedupe metrics --output prometheus=/var/lib/node_exporter/dedupe.prom',
  ],
  formats: ['prometheus'],
  configure: () => {},
  options: z.strictObject({}),
  async run(_, context) {
    const url = context.config.database.value;
    if (url === undefined)
      throw new DedupeError('DEDUPE_NO_SOURCE', 'no database is named', { hint: 'Give --database.' });
    const { signal } = context.io;
    const database = await openDatabase(url, {
      readOnly: true,
      wholeTables: true,
      signal,
      applicationName: 'dedupe metrics',
    });
    try {
      await assertReadable(database);
      const text = await storedMetrics(database);
      await writeOutputs(context, { prometheus: () => text });
    } finally {
      await database.close();
    }
    return Exit.clean;
  },
});
