// What it shows that a person's own tables have no row: something only where somebody says that each row is there and stays.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { Instant } from '../model/instant.ts';
import type { OwnTable, Parameter } from '../model/own-tables.ts';
import type { Coverage, Gap } from '../model/source.ts';
import type { SweepQuery } from '../model/sweep.ts';
import { type IdentifierType, identifiersOf } from '../model/timeline/identifiers.ts';
import type { Answer } from '../postgres/own-select.ts';
import { evidenceEntry } from './index.ts';

const { id } = evidenceEntry('tables');

/** Asked for an object by its own name, a table does not tell what else was made of the event. */
export const causes: ReadonlySet<Parameter> = new Set(['event_id', 'source_event_key', 'subject', 'job_id']);

/** What a whole scan of one table shows by leaving something out, within the span that was asked for. */
export function sweptCoverage(
  { kind, keeps, select }: OwnTable,
  { upTo, reached }: Pick<Answer, 'upTo' | 'reached'>,
  { since, until }: Pick<SweepQuery, 'since' | 'until'>,
  rows: readonly Observation[],
): Coverage[] {
  if (keeps === undefined || upTo === undefined || reached) return [];
  // A name that stands in none of the rows could not have led from an event to its row.
  const shown = new Set(rows.flatMap(identifiersOf).map(({ type }) => type));
  const by = select.parameters
    .filter((name) => causes.has(name))
    .map((name) => (name === 'job_id' ? 'job' : name) as IdentifierType)
    .filter((type) => rows.length === 0 || shown.has(type));
  if (by.length === 0) return [];
  const starts = [since, keeps.ms === undefined ? undefined : upTo - keeps.ms].filter((at) => at !== undefined);
  const from = starts.length === 0 ? undefined : (Math.max(...starts) as Instant);
  return [{ source: id, sees: [kind], from, to: Math.min(upTo, until ?? upTo) as Instant, by }];
}

const beginnings: ReadonlySet<FactKind> = new Set(['delivery', 'run', 'job', 'attempt']);
const effects: ReadonlySet<FactKind> = new Set(['record', 'call', 'operation']);

/** Something arrived or was begun, nobody turned it away, and no row tells of an effect where one would stand. */
export function lostIn(coverage: readonly Coverage[]): (story: readonly Observation[]) => boolean {
  const seers = coverage.filter(seesEffects);
  return (story) => {
    if (story.some(({ kind }) => effects.has(kind)) || !story.some(isBeginning)) return false;
    const names = new Set(story.flatMap(identifiersOf).map(({ type }) => type));
    return seers.some(({ by = [] }) => by.some((type) => names.has(type)));
  };
}

function isBeginning(one: Observation): boolean {
  if (one.kind === 'delivery') return (one.fields.disposition ?? 'accepted') === 'accepted';
  return beginnings.has(one.kind);
}

function seesEffects({ sees }: Coverage): boolean {
  return sees.includes('record') || sees.includes('call');
}

/** Tables that tell of events, and none that could tell that nothing was made of one. */
export function unshownLosses(
  tables: readonly OwnTable[],
  whole: ReadonlySet<OwnTable>,
  coverage: readonly Coverage[],
): Gap[] {
  if (coverage.some(seesEffects) || !tables.some(({ kind, scan }) => beginnings.has(kind) && scan)) return [];
  const makers = tables.filter((table) => makes(table) && table.scan !== undefined);
  if (makers.length === 0) return gap('no scan of tables.records or tables.calls shows what was created');
  // Those that could not be read, or not to their end, have said so themselves.
  const read = makers.filter((table) => whole.has(table));
  const nameless = read.filter(({ keeps }) => keeps !== undefined).map(({ name }) => name);
  if (nameless.length > 0) return gap(`${nameless.join(' and ')} ${noName}`);
  return unkept(read);
}

function unkept(tables: readonly OwnTable[]): Gap[] {
  const names = tables.filter(({ keeps }) => keeps === undefined).map(({ name }) => `${name}.keeps`);
  return names.length === 0 ? [] : gap(`${names.join(' or ')} in the configuration ${nobodySays}`);
}

/** Of a trace that found nothing that was created: what has to be said of the tables before that shows anything. */
export function unsaidOf(tables: readonly OwnTable[]): Gap[] {
  return unkept(tables.filter(makes));
}

function makes({ kind }: OwnTable): boolean {
  return kind === 'record' || kind === 'call';
}

function gap(reason: string): Gap[] {
  return [{ source: id, reason, wouldSettle, kind: 'not-configured' }];
}

const wouldSettle = 'of which events nothing was made';
const noName =
  'has no column event_id, source_event_key, subject or job_id by which both its SELECTs find the row of an event';
const nobodySays = '(all, or a span such as 90d) is not there to say that all that was created has its row';
