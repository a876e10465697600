// Evidence from log files: the lines that carry an identifier of the event, and what span the files cover.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { type FieldMap, noFieldMap, type Words } from '../model/field-map.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import type { LogFile } from '../scan/log-files.ts';
import { LogSearch, type SearchEnd } from '../scan/log-search.ts';
import { type Needle, needleOf } from '../scan/needles.ts';
import { evidenceEntry } from './index.ts';
import { keepRunsApart } from './invocations.ts';
import { lineTime } from './line-time.ts';
import { laterOf, tailOf } from './log-later.ts';
import { type Held, LogLines, maxLines, nameOf } from './log-lines.ts';
import { belonging, tiedBy, withOneBeginning } from './requests.ts';
import { numberStarts } from './task-starts.ts';
import { isWide, wide } from './wide.ts';

const { id, wouldSettle } = evidenceEntry('log');

/** One file with what was found in it so far. */
interface Read {
  readonly search: LogSearch;
  readonly lines: LogLines;
  readonly told: Set<Held>;
  readonly gaps: Gap[];
  /** Something in it was found outside of the window that was asked for. */
  isCut: boolean;
  /** Kinds and times at the edges of the file, from the first pass. */
  edge:
    | {
        readonly factKinds: Set<FactKind>;
        readonly kinds: Set<FactKind>;
        readonly tellsAnswers: boolean;
        readonly times: Instant[];
      }
    | undefined;
}

export function logSource(
  files: readonly LogFile[],
  close: () => void = () => {},
  map: FieldMap | undefined = undefined,
): Source {
  const known = new Set<string>();
  const begun = new Map<string, number>();
  const closers: (() => void)[] = [];
  const reads = files.map((file): Read => {
    const lines = new LogLines(id, file.name, map ?? noFieldMap);
    return { search: new LogSearch(file), lines, told: new Set(), gaps: [], isCut: false, edge: undefined };
  });
  return {
    id,
    wouldSettle,
    describe: () => describeFiles(files),
    async collect(query, signal) {
      for (let wanted = query.identifiers; wanted.length > 0; ) {
        const isAsked = known.size === 0;
        for (const identifier of wanted) known.add(nameOf(identifier));
        const needles = wanted.flatMap((one) => needleOf(one) ?? []);
        for (const { lines } of reads) lines.willAsk(needles, isAsked);
        for (const read of reads) await searchIn(read, needles, known, signal);
        wanted = reads.flatMap(({ lines }) => tiedBy(lines.held, known));
      }
      return evidenceOf(reads, known, begun, query);
    },
    later: async () => laterOf(reads.map(({ search: { file }, lines }) => tailOf(file, lines))),
    afterwards: () => [...unmapped(reads, map ?? noFieldMap), ...muted(reads)],
    async sweep(query, signal, tell) {
      const { sweepLogs } = await import('./log-sweep.ts');
      const { sweep, close: end } = await sweepLogs(files, map ?? noFieldMap, query, signal, tell);
      closers.push(end);
      return sweep;
    },
    async close() {
      for (const { search } of reads) search.close();
      for (const end of closers) end();
      close();
    },
  };
}

function describeFiles(files: readonly LogFile[]): string {
  const names = files.slice(0, 3).map(({ path, name }) => (name === '-' ? 'standard input' : path));
  return files.length > 3 ? `${names.join(', ')} and ${files.length - 3} more files` : names.join(', ');
}

async function searchIn(
  read: Read,
  needles: readonly Needle[],
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const { search, lines, gaps } = read;
  const { file } = search;
  const end = await search.run(needles, signal, (line, add) => lines.take(line, known, add));
  if (end === undefined) return;
  keepRunsApart(lines.held);
  read.edge ??= edgeOf(lines, end);
  if (end.error !== undefined) gaps.push(unreadable(file, end.error));
  if (isWide(end.head)) gaps.push(unreadable(file, new Error(wide)));
  if (end.wasCut) gaps.push(partial(file, 'was emptied while it was read; what it held before may be missing'));
  const problems = lines.problems();
  if (lines.held.length >= maxLines) problems.push(`more than ${maxLines} lines match; only the first were read`);
  if (end.tooLong.length > 0) problems.push(`${linesText(end.tooLong)} longer than 1 MiB and not read`);
  if (problems.length > 0) gaps.push(partial(file, problems.join(', ')));
}

function evidenceOf(
  reads: readonly Read[],
  known: ReadonlySet<string>,
  begun: Map<string, number>,
  query: Query,
): Evidence {
  numberStarts(
    reads.map(({ lines }) => lines.held),
    known,
  );
  const held = belonging(
    reads.flatMap(({ lines, edge }) => {
      const factKinds = new Set([...lines.factKinds(), ...(edge?.factKinds ?? [])]);
      return lines.held.filter(({ isFactLine, observation }) => isFactLine || !factKinds.has(observation.kind));
    }),
    known,
  );
  const within = new Set(held.filter(({ observation }) => isWithin(observation, query)));
  const outside = new Set(held.filter((one) => !within.has(one)));
  for (const read of reads) read.isCut ||= read.lines.held.some((one) => outside.has(one));
  const own = reads.map((read) => ({ read, found: read.lines.held.filter((one) => within.has(one)) }));
  const fresh = own.flatMap(({ read, found }) => found.filter((one) => !read.told.has(one)));
  const settled = withOneBeginning(fresh, begun);
  const observations = own.flatMap(({ read, found }) =>
    found
      .filter((one) => settled.has(one) && !read.told.has(one) && read.told.add(one))
      .toSorted((a, b) => a.offset - b.offset)
      .flatMap((one) => settled.get(one) ?? []),
  );
  return {
    observations,
    gaps: reads.flatMap(({ gaps }) => gaps.splice(0)),
    coverage: own.map(({ read, found }) => coverageOf(read, found)),
  };
}

/** No right, gone, not gzip to its end: what was read so far stands, and the reader is told that it is not all. */
function unreadable(file: LogFile, error: unknown): Gap {
  const reason = error instanceof Error ? error.message : String(error);
  return { source: id, reason: `${file.name} could not be read to its end: ${reason}`, wouldSettle, kind: 'failed' };
}

function partial({ name }: LogFile, problem: string): Gap {
  return { source: id, reason: `${name}: ${problem}`, wouldSettle: 'what these lines say', kind: 'partial' };
}

function linesText(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]} is` : `lines ${lines.slice(0, 5).join(', ')} are`;
}

/**
 * A path that no line has can be a typo, and can be a field of lines that are rare (a retry, an error): it is said, and
 * decides nothing. Where none of the fields that name what was made is there, a second object can be what is not seen.
 */
function unmapped(reads: readonly Read[], { paths, words }: FieldMap): Gap[] {
  const isSeen = (field: string) => reads.some(({ lines }) => lines.seen.has(field));
  const isBlind = !effectFields.some(isSeen);
  return Object.entries(paths)
    .filter(([field]) => !isSeen(field))
    .map(([field, path]) => ({
      source: id,
      reason: `log_fields.${field}: no line that was read has ${path.join('.')}${textsOf(words?.[field])}`,
      wouldSettle: `the ${field} of these lines`,
      kind: isBlind && effectFields.includes(field) ? 'partial' : 'hint',
    }));
}

function textsOf(words: Words | undefined): string {
  return words === undefined ? '' : ` with one of ${Object.keys(words).join(', ')}`;
}

const effectFields: readonly string[] = ['record_id', 'result_id'];

/** The text was there, and no fact: somebody has to say which field holds what. */
function muted(reads: readonly Read[]): Gap[] {
  // What stands outside --since and --until is a fact as well.
  if (reads.some(({ told, isCut }) => told.size > 0 || isCut)) return [];
  return reads
    .filter(({ lines }) => lines.found.count > 0)
    .map(({ search: { file }, lines: { found } }) => {
      const [lines, hold, show] =
        found.count === 1
          ? [`line ${found.first}`, 'holds', 'shows']
          : [`${found.count} lines from line ${found.first} on`, 'hold', 'show'];
      const reason = `${lines} ${hold} what was asked for and ${show} no delivery, job or record; log_fields in the configuration can say which fields do`;
      return partial(file, reason);
    });
}

function edgeOf(lines: LogLines, { head, tail }: SearchEnd): NonNullable<Read['edge']> {
  const texts = `${head}\n${tail}`.split('\n');
  const read = texts.flatMap((text, i) => lines.read(text, undefined, `edge ${i + 1}`)).filter(({ isWeak }) => !isWeak);
  const kindsOf = (ones: typeof read) => new Set(ones.map(({ observation }) => observation.kind));
  return {
    factKinds: kindsOf(read.filter(({ isFactLine }) => isFactLine)),
    kinds: kindsSeen(read),
    tellsAnswers: read.some(isAnswered),
    times: texts.flatMap((text) => lineTime(text, lines.map) ?? []),
  };
}

/** A log that shows a kind anywhere records that kind; the edges of the file say which span it covers. */
function coverageOf({ search, edge }: Read, found: readonly Held[]): Coverage {
  const kinds = new Set([...(edge?.kinds ?? []), ...kindsSeen(found)]);
  const times = [...(edge?.times ?? []), ...found.flatMap(({ observation }) => observation.fields.at ?? [])];
  const [from, to] = [extreme(times, Math.min), extreme(times, Math.max)];
  // Without a time nobody knows which span it covers, so that nothing follows from what is not in it.
  const tellsAnswers = (edge?.tellsAnswers ?? false) || found.some(isAnswered);
  return {
    source: `${id} ${search.file.name}`,
    sees: times.length > 0 ? [...kinds] : [],
    ...(tellsAnswers && { tellsAnswers: true }),
    from,
    to,
  };
}

/** An object that names nothing of its story shows no event what was made of it. */
function kindsSeen(ones: readonly Pick<Held, 'observation'>[]): Set<FactKind> {
  const isPlaced = ({ observation: { kind, fields } }: Pick<Held, 'observation'>) =>
    kind !== 'record' || storyFields.some((name) => name in fields);
  return new Set(ones.filter(isPlaced).map(({ observation }) => observation.kind));
}

const storyFields = ['event_id', 'source_event_key', 'subject', 'delivery_id', 'run_id', 'job_id', 'call_id'];

function isAnswered({ observation }: Pick<Held, 'observation'>): boolean {
  return observation.kind === 'delivery' && observation.fields.answered_at !== undefined;
}

function extreme(times: readonly Instant[], pick: (a: number, b: number) => number): Instant | undefined {
  return times.length > 0 ? times.reduce((a, b) => pick(a, b) as Instant) : undefined;
}

function isWithin(observation: Observation, { since, until }: Query): boolean {
  const { at } = observation.fields;
  return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
}
