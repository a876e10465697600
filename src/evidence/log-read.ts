// One log file and what was found in it so far, over several rounds of searching.
import type { FactKind } from '../model/fact-fields.ts';
import type { FieldMap } from '../model/field-map.ts';
import type { Instant } from '../model/instant.ts';
import type { Gap } from '../model/source.ts';
import { type LogFile, statOf } from '../scan/log-files.ts';
import { LogSearch, type SearchEnd } from '../scan/log-search.ts';
import type { Needle } from '../scan/needles.ts';
import { evidenceEntry } from './index.ts';
import { keepRunsApart } from './invocations.ts';
import { lineTime } from './line-time.ts';
import { type Held, LogLines, maxLines } from './log-lines.ts';
import type { LookAhead } from './look-ahead.ts';
import { isWide, wide } from './wide.ts';

const { id, wouldSettle } = evidenceEntry('log');

export interface Read {
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

export function readOf(file: LogFile, map: FieldMap, ahead: LookAhead): Read {
  const lines = new LogLines(id, file.name, map, ahead);
  return { search: new LogSearch(file), lines, told: new Set(), gaps: [], isCut: false, edge: undefined };
}

/** Small ones first: a large log is then looked through once, with all that they name. */
export function bySize(reads: readonly Read[]): Read[] {
  const sizes = new Map(reads.map((read) => [read, statOf(read.search.file.path)?.size ?? 0]));
  return reads.toSorted((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
}

/** Looks for what is asked, and beside it for what was named before, where the file has to be read anyway. */
export async function searchIn(
  read: Read,
  needles: readonly Needle[],
  ahead: LookAhead,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const { search, lines, gaps } = read;
  const { file } = search;
  lines.willAsk(ahead.needles);
  const end = await search.run(needles, signal, (line, add) => lines.take(line, known, add), ahead.needles);
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

/** No right, gone, not gzip to its end: what was read so far stands, and the reader is told that it is not all. */
function unreadable(file: LogFile, error: unknown): Gap {
  const reason = error instanceof Error ? error.message : String(error);
  return { source: id, reason: `${file.name} could not be read to its end: ${reason}`, wouldSettle, kind: 'failed' };
}

export function partial({ name }: LogFile, problem: string): Gap {
  return { source: id, reason: `${name}: ${problem}`, wouldSettle: 'what these lines say', kind: 'partial' };
}

function linesText(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]} is` : `lines ${lines.slice(0, 5).join(', ')} are`;
}

function edgeOf(lines: LogLines, { head, tail }: SearchEnd): NonNullable<Read['edge']> {
  const texts = `${head}\n${tail}`.split('\n');
  const read = texts.flatMap((text, i) => lines.read(text, undefined, `edge ${i + 1}`)).filter(({ isWeak }) => !isWeak);
  const kindsOf = (ones: typeof read) => new Set(ones.map(({ observation }) => observation.kind));
  const factKinds = kindsOf(read.filter(({ isFactLine }) => isFactLine));
  return {
    factKinds,
    kinds: kindsSeen(read),
    // An echo tells the answers of its own requests, which may be tied to no arrival.
    tellsAnswers: read.some((one) => isAnswered(one) && (one.isFactLine || !factKinds.has('delivery'))),
    times: texts.flatMap((text) => lineTime(text, lines.map) ?? []),
  };
}

/** An object that names nothing of its story shows no event what was made of it. */
export function kindsSeen(ones: readonly Pick<Held, 'observation'>[]): Set<FactKind> {
  const isPlaced = ({ observation: { kind, fields } }: Pick<Held, 'observation'>) =>
    kind !== 'record' || storyFields.some((name) => name in fields);
  return new Set(ones.filter(isPlaced).map(({ observation }) => observation.kind));
}

const storyFields = ['event_id', 'source_event_key', 'subject', 'delivery_id', 'run_id', 'job_id', 'call_id'];

export function isAnswered({ observation }: Pick<Held, 'observation'>): boolean {
  return observation.kind === 'delivery' && observation.fields.answered_at !== undefined;
}
