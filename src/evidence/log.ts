// Evidence from log files: the lines that carry an identifier of the event, and what span the files cover.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { type Instant, parseInstant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import { type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import { readFactLine } from '../scan/fact-line.ts';
import { LineFinder, type LineFinderResult } from '../scan/line-finder.ts';
import { chunksOf } from '../scan/log-bytes.ts';
import type { LogFile } from '../scan/log-files.ts';
import { needleOf } from '../scan/needles.ts';
import { withSubject } from './subject.ts';

const id = 'log';
const wouldSettle = 'what the application received, ran and created';

/** More lines than this for one event are not one event's; the search stops and says so. */
const maxLines = 100_000;
const shownProblems = 3;

export function logSource(files: readonly LogFile[], close: () => void = () => {}): Source {
  const known = new Set<string>();
  return {
    id,
    wouldSettle,
    describe: () => describeFiles(files),
    async collect(query, signal) {
      for (const identifier of query.identifiers) known.add(nameOf(identifier));
      // Bytes that were looked for before are looked for again under another name: then its lines were left aside.
      const needles = [...new Set(query.identifiers.flatMap((one) => needleOf(one) ?? []))];
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
  let unshown = 0;
  const note = (problem: string) => {
    if (problems.length < shownProblems) problems.push(problem);
    else unshown += 1;
  };
  const finder = new LineFinder(needles, ({ text, line }) => {
    if (observations.length >= maxLines) return;
    const read = readFactLine(text, id, `${file.name}:${line}`, file.name);
    if (read.kind === 'broken') note(`line ${line} ${read.reason}`);
    if (read.kind !== 'fact') return;
    if (read.problems.length > 0) note(`line ${line}: ${read.problems.join('; ')}`);
    const { observation } = read;
    const names = identifiersOf(withSubject(observation)).map(nameOf);
    if (isWithin(observation, query) && names.some((name) => known.has(name))) observations.push(observation);
  });
  const gaps: Gap[] = [];
  try {
    for await (const chunk of chunksOf(file, signal)) finder.push(chunk);
  } catch (error) {
    signal.throwIfAborted();
    gaps.push(unreadable(file, error));
  }
  const result = finder.end();
  if (unshown > 0) problems.push(`and ${unshown} more`);
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
  const reason = `${file.name}: ${problems.join(', ')}`;
  return [{ source: id, reason, wouldSettle: 'what these lines say', kind: 'partial' }];
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
  const found = observations.flatMap(({ fields }) => fields.at ?? []);
  const times = [...edge.flatMap((text) => timeIn(text) ?? []), ...found];
  const [from, to] = [extreme(times, Math.min), extreme(times, Math.max)];
  // Without a time nobody knows which span it covers, so that nothing follows from what is not in it.
  return { source: `${id} ${file.name}`, sees: times.length > 0 ? [...kinds] : [], from, to };
}

function extreme(times: readonly Instant[], pick: (a: number, b: number) => number): Instant | undefined {
  return times.length > 0 ? times.reduce((a, b) => pick(a, b) as Instant) : undefined;
}

/** The time that a logger stamped, under the names that the common ones use. */
function timeIn(text: string): Instant | undefined {
  const stamped =
    /"(?:time|timestamp|@timestamp|at|(?:started|finished|answered|received|created|settled)_at)"\s*:\s*("[^"]+"|\d+(?:\.\d+)?)/.exec(
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
