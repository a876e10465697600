// What a look at one kind of source brings: a sight for the steps, rows for the reader, and how far its clock is off.

import { DedupeError } from '../errors.ts';
import { evidenceEntry } from '../evidence/index.ts';
import type { Checkup, Sight } from '../model/checkup.ts';
import { withShownHosts } from '../model/clean/shown-host.ts';
import type { ClockRow, SourceRow } from '../model/doctor-document.ts';
import type { Clock, Instant } from '../model/instant.ts';

export interface Looked<T> {
  readonly sight: Sight<T>;
  readonly rows: readonly SourceRow[];
  readonly clocks: readonly ClockRow[];
}

/** What the steps look at beside the evidence of a trace. */
const beside = {
  code: 'what handlers do before and after the answer, and what is subscribed',
  drill: 'what became of repeats and failures when they were played',
} as const;

export type SourceId = Parameters<typeof evidenceEntry>[0] | keyof typeof beside;
export type Seen<Name extends keyof Checkup> = Checkup[Name] extends Sight<infer T> ? T : never;

type Row = Pick<SourceRow, 'place' | 'evidence' | 'visible'> &
  Partial<Pick<SourceRow, 'name' | 'versions' | 'unsettled'>>;

export function opened(source: SourceId, row: Row): SourceRow {
  return { ...base(source), versions: [], unsettled: [], state: 'opened', ...row };
}

export function failed(
  source: SourceId,
  place: string | null,
  evidence: string,
  name: string | null = null,
): SourceRow {
  return { ...base(source), name, state: 'failed', place, evidence, visible: null, versions: [], unsettled: [] };
}

export function notConfigured<T>(source: SourceId, configure: string): Looked<T> {
  const row = { state: 'not-configured' as const, place: null, evidence: configure, visible: null };
  return {
    sight: { state: 'not-configured', configure },
    rows: [{ ...base(source), ...row, versions: [], unsettled: [] }],
    clocks: [],
  };
}

export function lookFailed<T>(source: SourceId, place: string | null, error: unknown): Looked<T> {
  const reason = reasonOf(error);
  return { sight: { state: 'failed', reason }, rows: [failed(source, place, reason)], clocks: [] };
}

/** Which server and database; never who asks. */
export function placeOf(url: string): string {
  return withShownHosts(url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/, ''));
}

/** What this program did not expect is told like what the source said: the other sources are worth their rows. */
export function reasonOf(error: unknown): string {
  if (error instanceof DedupeError) return `${error.message} (${error.code})`;
  return `${error instanceof Error ? error.message : String(error)} (DEDUPE_BUG)`;
}

function base(source: SourceId) {
  const settles = source === 'code' || source === 'drill' ? beside[source] : evidenceEntry(source).wouldSettle;
  return { source, name: null, settles };
}

/** The clock was read somewhere between the question and the answer: half of that time is how wrong the difference can be. */
export async function clockOf<T>(
  name: string,
  clock: Clock,
  ask: () => Promise<T>,
  read: (answer: T) => Instant | undefined,
): Promise<{ readonly answer: T; readonly clocks: readonly ClockRow[] }> {
  const before = clock();
  const answer = await ask();
  const after = clock();
  const theirs = read(answer);
  if (theirs === undefined) return { answer, clocks: [] };
  const half = (after - before) / 2;
  return {
    answer,
    clocks: [{ clock: name, offset_ms: Math.round(theirs - before - half), bound_ms: Math.ceil(half) + 1 }],
  };
}
