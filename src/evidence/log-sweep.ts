// A scan of logs: the stories that show a sign are found by bytes; the lines of those are then read like those of a trace.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { FieldMap } from '../model/field-map.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap } from '../model/source.ts';
import type { Life, Sweep, SweepQuery, Tell } from '../model/sweep.ts';
import type { LogFile } from '../scan/log-files.ts';
import { LogSweep, type SweepOptions } from '../scan/sweep/log-sweep.ts';
import { answersIn } from '../scan/sweep/request-times.ts';
import { withArrivals } from './arrivals.ts';
import { sortedOut } from './echoes.ts';
import { evidenceEntry } from './index.ts';
import { keepRunsApart } from './invocations.ts';
import { unendedText } from './line-part.ts';
import { logFigures } from './log-figures.ts';
import { type Held, LogLines } from './log-lines.ts';
import { namesOf } from './names-followed.ts';
import { tieReceives } from './receives.ts';
import { withOneBeginning } from './requests.ts';
import { numberStarts } from './task-starts.ts';

const { id, wouldSettle } = evidenceEntry('log');

/** Lines of one story that are kept: more are no story but a name that everything shares. */
const mostLines = 2000;

export async function sweepLogs(
  files: readonly LogFile[],
  map: FieldMap,
  query: SweepQuery & Pick<SweepOptions, 'bits' | 'capacity'>,
  signal: AbortSignal,
  tell: Tell,
): Promise<{ sweep: Sweep; close(): void }> {
  const sweeping = new LogSweep(map, query);
  let isPartial = false;
  try {
    await sweeping.run(files, signal, (name, bytes) => tell(name, bytes, undefined));
  } catch (error) {
    if (!signal.aborted) throw error;
    isPartial = true;
  }
  const lifecycle = sweeping.lives.flatMap(({ text, line, file }) => new LogLines(id, file.name, map).read(text, line));
  const spans = sweeping.spans.filter(({ from }) => !Number.isNaN(from));
  const sweep: Sweep = {
    count: sweeping.candidates.found.length,
    left: sweeping.candidates.left,
    eventIds: [],
    events: sweeping.events,
    silent: sweeping.silent,
    showsEffects: sweeping.tally.effects > 0,
    creates: { lines: sweeping.tally.calls.lines, nameless: sweeping.tally.nameless },
    from: spans.length > 0 ? (Math.min(...spans.map(({ from }) => from)) as Instant) : undefined,
    to: spans.length > 0 ? (Math.max(...spans.map(({ to }) => to)) as Instant) : undefined,
    lives: livesOf(
      sweeping,
      lifecycle.map(({ observation }) => observation),
    ),
    lifecycle: lifecycle.map(({ observation }) => observation),
    latency: sweeping.tally.latency,
    figures: query.figures ? logFigures(sweeping.tally, answersIn(sweeping.requests), id) : [],
    gaps: gapsOf(sweeping),
    isPartial,
    look: (numbers, stop) => look(sweeping, map, numbers, stop),
  };
  return { sweep, close: () => sweeping.close() };
}

/** Statements of the wanted stories, read, sorted out and settled story by story, as a trace does it for one. */
async function look(
  sweeping: LogSweep,
  map: FieldMap,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<Evidence> {
  const wanted = new Set(numbers);
  const readers = new Map<LogFile, LogLines>();
  const stories = new Map<number, { files: Map<LogFile, Held[]>; lines: number }>();
  const found = sweeping.candidates.found.filter(({ number }) => wanted.has(number));
  await sweeping.linesOf(found, signal, (number, { text, line, offset, file }) => {
    const reader = readers.get(file) ?? new LogLines(id, file.name, map);
    readers.set(file, reader);
    const story = stories.get(number) ?? { files: new Map<LogFile, Held[]>(), lines: 0 };
    stories.set(number, story);
    if (++story.lines > mostLines) return;
    const held = story.files.get(file) ?? [];
    story.files.set(file, held);
    for (const one of reader.read(text, line)) {
      held.push({ ...one, ...namesOf(one), offset });
    }
  });
  const observations = [...stories.values()].flatMap(({ files }) => settled([...files.values()]));
  const problems = [...readers].flatMap(([file, reader]) =>
    reader.problems().map((problem): Gap => partial(file.name, problem)),
  );
  const tooMany = [...stories.values()].filter(({ lines }) => lines > mostLines).length;
  if (tooMany > 0) problems.push(partial('log', `more than ${mostLines} lines for one story; the first were read`));
  return { observations, gaps: problems, coverage: coverageOf(sweeping, observations) };
}

/** By file. Lines of an ordinary log that only echo what others of it tell, or belong to another request, are left out. */
function settled(files: readonly Held[][]): Observation[] {
  for (const held of files) keepRunsApart(held);
  numberStarts(files, new Set(files.flat().flatMap(({ names }) => names)));
  tieReceives(files);
  const { held, tied } = sortedOut(
    files.map((lines) => {
      const told = lines.filter(({ isFactLine }) => isFactLine).map(({ observation }) => observation.kind);
      return { lines, factKinds: new Set(told) };
    }),
  );
  const settledOnes = withOneBeginning(held, new Map(), new Map([...withArrivals(held), ...tied]));
  return [...settledOnes.values()];
}

function coverageOf(sweeping: LogSweep, observations: readonly Observation[]): Coverage[] {
  return sweeping.blocks.map(({ file }, i) => {
    const span = sweeping.spans[i];
    const from = span && !Number.isNaN(span.from) ? (span.from as Instant) : undefined;
    const to = span && !Number.isNaN(span.to) ? (span.to as Instant) : undefined;
    const own = observations.filter(({ provenance }) => provenance.where.startsWith(`${file.name}:`));
    const kinds = new Set<FactKind>([...(sweeping.kinds[i] ?? []), ...own.map(({ kind }) => kind)]);
    return { source: `${id} ${file.name}`, sees: from === undefined ? [] : [...kinds], from, to };
  });
}

/** Each instance and version, from its first line to its last; stopped when a line says so and none comes after it. */
function livesOf(sweeping: LogSweep, lifecycle: readonly Observation[]): Life[] {
  return [...sweeping.tally.instances.values()].map(({ instance, version, first, last }) => {
    const own = lifecycle.filter(({ fields }) => fields.instance_id === instance);
    const ends = own.filter(
      ({ kind, fields }) => kind === 'lifecycle' && (fields.what === 'stopped' || fields.what === 'crashed'),
    );
    const end = ends.map(({ fields }) => fields.at).findLast((at) => at !== undefined && at >= first);
    const role = own
      .map((one) => (one.kind === 'lifecycle' ? one.fields.role : undefined))
      .find((one) => one !== undefined);
    const stopped = end !== undefined && end >= last - 1000 ? end : undefined;
    return { instance, version, role, from: first as Instant, to: last as Instant, stopped };
  });
}

function gapsOf(sweeping: LogSweep): Gap[] {
  const gaps = sweeping.blocks.flatMap((blocks): Gap[] => {
    const { file, error, tooLong, wasCut } = blocks;
    const problems: Gap[] = [];
    if (error !== undefined) {
      const reason = `${file.name} could not be read to its end: ${error instanceof Error ? error.message : String(error)}`;
      problems.push({ source: id, reason, wouldSettle, kind: 'failed' });
    }
    // Whatever it held before may be missing: then nothing that was not found is known not to be there.
    if (wasCut) {
      const reason = `${file.name} was emptied while it was read; what it held before may be missing`;
      problems.push({ source: id, reason, wouldSettle, kind: 'failed' });
    }
    if (tooLong > 0) problems.push(partial(file.name, `${tooLong} lines are longer than 1 MiB and were not read`));
    const unended = unendedText(blocks);
    if (unended !== undefined) problems.push(partial(file.name, unended));
    return problems;
  });
  if (sweeping.parts > 1) {
    const reason = `more names than are compared at once: read in ${sweeping.parts} parts; narrow it with --since and --until`;
    gaps.push({ source: id, reason, wouldSettle: 'copies that lie in two of these parts', kind: 'partial' });
  }
  return gaps;
}

function partial(name: string, problem: string): Gap {
  return { source: id, reason: `${name}: ${problem}`, wouldSettle: 'what these lines say', kind: 'partial' };
}
