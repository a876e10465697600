// dedupe drill: does to a receiver what the world does, and counts the objects that come of it.
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { scenarios } from '../drill/index.ts';
import type { Drill } from '../drill/world/drill.ts';
import { keepResults, readResults } from '../drill-results.ts';
import { DedupeError } from '../errors.ts';
import { Exit, type ExitCode } from '../exit.ts';
import { clean } from '../model/clean.ts';
import type { DrillDocument, DrillList } from '../model/drill-document.ts';
import { drillHooks, type HookName } from '../model/drill-hooks.ts';
import type { Scenario } from '../model/scenario.ts';
import { suggestion } from '../nearest.ts';
import { inEachFormat, writeOutputs } from '../output.ts';
import { drillReports } from '../report/drill/index.ts';
import { listText } from '../report/drill/list-text.ts';
import { defineCommand } from './command.ts';
import { exitOf } from './drill/document.ts';
import { runDrill } from './drill/run.ts';

const some = z.optional(z.array(z.string()));
const one = z.optional(z.string());
const options = z.strictObject({
  args: z.array(z.string()),
  list: z.optional(z.boolean()),
  scenario: some,
  skip: some,
  rounds: one,
  countSql: one,
  countCommand: one,
  countTarget: one,
  allowRemote: z.optional(z.boolean()),
});
type Options = z.output<typeof options>;

const collect = (value: string, before: string[] = []) => [...before, value];

export const drillCommand = defineCommand({
  name: 'drill',
  summary: 'do to a receiver what the world does, and count the objects that come of it',
  examples: [
    "dedupe drill http://localhost:3000/slack/events --count-sql 'select id from tasks where title = :marker'",
    'dedupe drill --config drill.yaml --output junit=drill.xml',
    'dedupe drill --list',
    'dedupe drill --list --scenario timeout-after-success',
  ],
  formats: drillReports.map(({ format }) => format),
  configure: (program) =>
    program
      .argument('[receivers...]', 'where events arrive, one address for each process; all are hit at once')
      .option('--list', 'show what the scenarios do, what must hold and why; sends nothing')
      .option('--scenario <id>', 'only this scenario; repeat for more', collect)
      .option('--skip <id>', 'leave this scenario out on purpose; repeat for more', collect)
      .option('--rounds <n>', 'rounds of each race (default: 10)')
      .option('--count-sql <select>', 'a row for each object of :marker, :event_id, :key, …, its id first (--database)')
      .option('--count-command <command>', 'prints the id of each object of DRILL_MARKER, DRILL_EVENT_ID, … on a line')
      .option('--count-target <name>', 'counts with a target that the configuration names under targets')
      .option('--allow-remote', 'send it to another machine as well'),
  options,
  async run(given, context) {
    const chosen = chosenOf(given);
    if (given.list) return list(chosen, context);
    const { value: path } = context.config.drill_results;
    // Before anything is sent: a file that cannot be added to must not cost the drill.
    await readResults(resolve(context.io.cwd, path), path);
    const document = await runDrill(given, chosen, context);
    const ran = document.results.some(({ verdict }) => verdict !== 'not-run');
    const safe = clean<DrillDocument>({ ...document, kept_in: ran ? path : null });
    await writeOutputs(context, inEachFormat(drillReports, safe));
    if (ran) await keepResults(resolve(context.io.cwd, path), path, safe);
    return context.io.signal.aborted ? Exit.interrupted : exitOf(document);
  },
});

function chosenOf({ scenario: wanted, skip = [] }: Options): readonly Scenario<Drill>[] {
  const ids = scenarios.map(({ id }) => id);
  for (const id of [...(wanted ?? []), ...skip])
    if (!ids.includes(id))
      throw new DedupeError('DEDUPE_UNKNOWN_SCENARIO', `there is no scenario "${id}"`, { hint: suggestion(id, ids) });
  return scenarios.filter(({ id }) => (wanted ?? ids).includes(id) && !skip.includes(id));
}

async function list(chosen: readonly Scenario<Drill>[], context: Context): Promise<ExitCode> {
  const document: DrillList = {
    version: 1,
    scenarios: chosen.map(({ id, title, does, mustHold, why, needs, isRace, leavesWork = false }) => ({
      ...{ scenario: id, title, does, must_hold: mustHold, why, race: isRace, waits_for_repeat: leavesWork },
      needs: needs.map((hook) => ({
        hook,
        does: drillHooks[hook as HookName] ?? 'counts dead letters (drill.dead_letters)',
      })),
    })),
  };
  const safe = clean(document);
  const text = (look: Parameters<typeof listText.render>[1]) => listText.render(safe, look);
  await writeOutputs(context, { text, markdown: text, junit: text, json: () => JSON.stringify(safe, undefined, 2) });
  return Exit.clean;
}
