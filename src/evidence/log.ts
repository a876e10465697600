// Evidence from log files: the lines that carry an identifier of the event, and what span the files cover.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import { type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import { readFactLine } from '../scan/fact-line.ts';
import { LineFinder, type LineFinderResult } from '../scan/line-finder.ts';
import { chunksOf, type LogFile } from '../scan/log-files.ts';
import { needleOf } from '../scan/needles.ts';
import { withSubject } from './subject.ts';

const id = 'log';
const wouldSettle = 'what the application received, ran and created';

/** More lines than this for one event are not one event's; the search stops and says so. */
const maxLines = 100_000;

export function logSource(files: readonly LogFile[], close: () => void = () => {}): Source {
  const searched = new Set<string>();
  const known = new Set<string>();
  return {
    id,
    wouldSettle,
    describe: () => describeFiles(files),
    async collect(query, signal) {
      for (const identifier of query.identifiers) known.add(nameOf(identifier));
      const needles = [...new Set(query.identifiers.flatMap((one) => needleOf(one) ?? []))].filter(
        (one) => !searched.has(one),
      );
      for (const needle of needles) searched.add(needle);
      const found: Evidence[] = [];
      if (needles.length > 0) for (const file of files) found.push(await search(file, needles, known, query, signal));
      return {
        observations: found.flatMap((one) => one.observations),
        gaps: found.flatMap((one) => one.gaps),
        coverage: found.flatMap((one) => one.coverage),
      };
    },
    async close() {
      close();
    },
  };
}

function describeFiles(files: readonly LogFile[]): string {
  const names = files.slice(0, 3).map(({ path, name }) => (name === '-' ? 'standard input' : path));
  return files.length > 3 ? `${names.join(', ')} and ${files.length - 3} more files` : names.join(', ');
}

async function search(
  file: LogFile,
  needles: readonly string[],
  known: ReadonlySet<string>,
  query: Query,
  signal: AbortSignal,
): Promise<Evidence> {
  const observations: Observation[] = [];
  const problems: string[] = [];
  const finder = new LineFinder(needles, ({ text, line }) => {
    if (observations.length >= maxLines) return;
    const read = readFactLine(text, id, `${file.name}:${line}`, file.name);
    if (read.kind === 'broken') problems.push(`line ${line} ${read.reason}`);
    if (read.kind !== 'fact') return;
    if (read.problems.length > 0) problems.push(`line ${line}: ${read.problems.join('; ')}`);
    const observation = withSubject(read.observation);
    if (isWithin(observation, query) && identifiersOf(observation).some((one) => known.has(nameOf(one)))) {
      observations.push(observation);
    }
  });
  const gaps: Gap[] = [];
  try {
    for await (const chunk of chunksOf(file, signal)) finder.push(chunk);
  } catch (error) {
    signal.throwIfAborted();
    gaps.push(unreadable(file, error));
  }
  const result = finder.end();
  if (observations.length >= maxLines) problems.push(`more than ${maxLines} lines match; only the first were read`);
  if (result.tooLong.length > 0) problems.push(`${linesText(result.tooLong)} longer than 1 MiB and not read`);
  return {
    observations,
    gaps: [...gaps, ...gapsOf(file, problems)],
    coverage: [coverageOf(file, result, observations)],
  };
}

/** No right, gone, not gzip to its end: what was read so far stands, and the reader is told that it is not all. */
function unreadable(file: LogFile, error: unknown): Gap {
  const reason = error instanceof Error ? error.message : String(error);
  return { source: id, reason: `${file.name} could not be read to its end: ${reason}`, wouldSettle, kind: 'failed' };
}

function gapsOf(file: LogFile, problems: readonly string[]): Gap[] {
  if (problems.length === 0) return [];
  const shown = problems.slice(0, 3).join(', ');
  const more = problems.length > 3 ? `, and ${problems.length - 3} more` : '';
  return [
    { source: id, reason: `${file.name}: ${shown}${more}`, wouldSettle: 'what these lines say', kind: 'partial' },
  ];
}

function linesText(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]} is` : `lines ${lines.slice(0, 5).join(', ')} are`;
}

/** A log that shows a kind anywhere records that kind; the edges of the file say which span it covers. */
function coverageOf(file: LogFile, { head, tail }: LineFinderResult, observations: readonly Observation[]): Coverage {
  const kinds = new Set<FactKind>(observations.map((one) => one.kind));
  const edge = `${head}\n${tail}`.split('\n');
  for (const text of edge) {
    const read = readFactLine(text, id, '', file.name);
    if (read.kind === 'fact') kinds.add(read.observation.kind);
  }
  const times = edge.flatMap((text) => timeIn(text) ?? []);
  const span =
    times.length > 0
      ? { from: Math.min(...times) as Instant, to: Math.max(...times) as Instant }
      : { from: undefined, to: undefined };
  return { source: `${id} ${file.name}`, sees: [...kinds], ...span };
}

/** The time that a logger stamped, under the names that the common ones use. */
function timeIn(text: string): Instant | undefined {
  const stamped = /"(?:time|timestamp|@timestamp|at|finished_at|answered_at)"\s*:\s*("[^"]+"|\d+(?:\.\d+)?)/.exec(
    text,
  )?.[1];
  if (stamped === undefined) return undefined;
  return parseInstant(stamped.startsWith('"') ? stamped.slice(1, -1) : Number(stamped));
}

function isWithin(observation: Observation, { since, until }: Query): boolean {
  const { at } = observation.fields;
  return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
}

function nameOf({ type, value }: Identifier): string {
  return `${type}\n${value}`;
}
