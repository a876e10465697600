// Evidence from log files: the lines that carry an identifier of the event, and what span the files cover.
import type { Observation } from '../model/fact.ts';
import { type FieldMap, noFieldMap, type Words } from '../model/field-map.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap, Query, Source } from '../model/source.ts';
import type { LogFile } from '../scan/log-files.ts';
import { needleOf } from '../scan/needles.ts';
import { withArrivals } from './arrivals.ts';
import { sortedOut } from './echoes.ts';
import { hiddenObject } from './hidden-objects.ts';
import { evidenceEntry } from './index.ts';
import { laterOf, tailOf } from './log-later.ts';
import type { Held } from './log-lines.ts';
import { bySize, isAnswered, kindsSeen, partial, type Read, readOf, searchIn } from './log-read.ts';
import { LookAhead } from './look-ahead.ts';
import { nameOf } from './names-followed.ts';
import { tieReceives } from './receives.ts';
import { tiedBy, withOneBeginning } from './requests.ts';
import { numberStarts } from './task-starts.ts';

const { id, wouldSettle } = evidenceEntry('log');

export function logSource(
  files: readonly LogFile[],
  close: () => void = () => {},
  map: FieldMap | undefined = undefined,
): Source {
  const known = new Set<string>();
  const begun = new Map<string, number>();
  const closers: (() => void)[] = [];
  const ahead = new LookAhead();
  const reads = files.map((file) => readOf(file, map ?? noFieldMap, ahead));
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
        for (const read of bySize(reads)) await searchIn(read, needles, ahead, known, signal);
        tieReceives(reads.map(({ lines }) => lines.held));
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

function evidenceOf(
  reads: readonly Read[],
  known: ReadonlySet<string>,
  begun: Map<string, number>,
  query: Query,
): Evidence {
  const files = reads.map(({ lines }) => lines.held);
  numberStarts(files, known);
  tieReceives(files);
  const { held, tied } = sortedOut(
    reads.map(({ lines, edge }) => ({
      lines: lines.held,
      factKinds: new Set([...lines.factKinds(), ...(edge?.factKinds ?? [])]),
    })),
    known,
  );
  const within = new Set(held.filter(({ observation }) => isWithin(observation, query)));
  const outside = new Set(held.filter((one) => !within.has(one)));
  for (const read of reads) read.isCut ||= read.lines.held.some((one) => outside.has(one));
  const own = reads.map((read) => ({ read, found: read.lines.held.filter((one) => within.has(one)) }));
  const fresh = own.flatMap(({ read, found }) => found.filter((one) => !read.told.has(one)));
  const settled = withOneBeginning(fresh, begun, new Map([...withArrivals([...within]), ...tied]));
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
  if (reads.some(({ told, isCut }) => told.size > 0 || isCut)) return hidden(reads);
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

function hidden(reads: readonly Read[]): Gap[] {
  const observations = reads.flatMap(({ told }) => [...told].map(({ observation }) => observation));
  return reads.flatMap(({ search: { file }, lines: { mute } }) => {
    const found = hiddenObject(mute, observations);
    if (found === undefined) return [];
    const reason = `line ${found.line} names ${found.name} beside what was asked for and shows no record; log_fields in the configuration can say which field is record_id`;
    return [partial(file, reason)];
  });
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

function extreme(times: readonly Instant[], pick: (a: number, b: number) => number): Instant | undefined {
  return times.length > 0 ? times.reduce((a, b) => pick(a, b) as Instant) : undefined;
}

function isWithin(observation: Observation, { since, until }: Query): boolean {
  const { at } = observation.fields;
  return at === undefined || ((since === undefined || at >= since) && (until === undefined || at <= until));
}
