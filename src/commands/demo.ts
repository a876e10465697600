// dedupe demo: a recorded incident, loaded into an embedded database and explained. No server, no account, no question.
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { demoFolder } from '../demo-folder.ts';
import { DedupeError } from '../errors.ts';
import { databaseSource } from '../evidence/database.ts';
import { logSource } from '../evidence/log.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import { suggestion } from '../nearest.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { openDatabase } from '../postgres/open.ts';
import { resolveReference } from '../reference.ts';
import { incidentTable } from '../report/incident-table.ts';
import { traceReports } from '../report/index.ts';
import { type Incident, incidents } from '../scan/incidents.ts';
import { findLogFiles } from '../scan/log-files.ts';
import { shellWord } from '../shell-word.ts';
import { loadRows } from '../store/load-rows.ts';
import { migrate } from '../store/migrate.ts';
import { trace } from '../trace.ts';
import { defineCommand } from './command.ts';

const first = 'slow-work-before-answer';

export const demo = defineCommand({
  name: 'demo',
  summary: 'explain a recorded incident with an embedded database: nothing to set up',
  examples: ['dedupe demo', 'dedupe demo --list', 'dedupe demo mention-and-message'],
  formats: traceReports.map(({ format }) => format),
  configure: (program) =>
    program.argument('[incident]', `id of a recording (default: ${first})`).option('--list', 'list the recordings'),
  options: z.strictObject({ args: z.array(z.string()), list: z.optional(z.boolean()) }),
  async run({ args: [id = first], list }, context) {
    const recordings = incidents();
    if (list) {
      await writeOutputs(
        context,
        incidentTable(clean(recordings.map(({ id, title, trace }) => ({ id, title, trace })))),
      );
      return Exit.clean;
    }
    const incident = recordings.find((one) => one.id === id);
    if (!incident) {
      const hint = suggestion(
        id,
        recordings.map((one) => one.id),
      );
      throw new DedupeError('DEDUPE_USAGE', `there is no recording "${id}"`, { hint });
    }
    await explain(incident, context);
    return Exit.clean;
  },
});

async function explain(incident: Incident, context: Context): Promise<void> {
  const { io, err } = context;
  err.line(`${incident.title}: ${incident.sentence}`);
  const database = await openDatabase(`pglite:${demoFolder(io.env, nameOf(incident))}`, { signal: io.signal });
  try {
    await migrate(database);
    await loadRows(database, incident.rows());
    const [ref = ''] = incident.trace;
    const sources = [
      logSource(await findLogFiles(incident.logs, io.cwd)),
      databaseSource(async () => database, database.describe()),
    ];
    const request = { refs: [resolveReference(ref)], sources, absent: [], since: undefined, until: undefined };
    const { document } = await trace({ ...request, signal: io.signal });
    await writeOutputs(
      context,
      inEachFormat(traceReports, clean({ ...document, next: [...document.next, ...goOn(incident, ref)] })),
    );
  } finally {
    await database.close();
  }
}

/** A recording that was made anew is another one. */
function nameOf({ id, recorded_at }: Incident): string {
  return `${id}-${recorded_at.replace(/\D/g, '')}`;
}

/** What a person who has just seen the first answer wants to do. */
function goOn({ logs }: Incident, ref: string): string[] {
  const paths = logs.map((log) => `--logs ${shellWord(log)}`).join(' ');
  return [`dedupe trace ${ref} ${paths}`, 'dedupe demo --list', 'dedupe explain'];
}
