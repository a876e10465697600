// One job as Sidekiq stores it: the same JSON text in a queue, in a set, or under a process that works on it.
// Shown on 6.4.1; https://github.com/sidekiq/sidekiq/wiki/Job-Format
import { type Instant, parseInstant } from '../../model/instant.ts';
import { parsed } from '../payload/names.ts';

export type Place = 'queue' | 'retry' | 'schedule' | 'dead' | 'work';
type Entries = Readonly<Record<string, unknown>>;

export interface SidekiqEntry {
  readonly jid: string;
  readonly queue: string;
  readonly place: Place;
  /** Of a set: when it is due, or died. */
  readonly at: Instant | undefined;
  /** `args`, and what the first one holds where it is an object; of an ActiveJob those of the job that it wraps. */
  readonly payload: Entries;
  readonly told: Entries;
  /** Of one that is worked on: the process, when it began, and whether that process still reports. */
  readonly work:
    | { readonly process: string; readonly startedAt: Instant | undefined; readonly isLost: boolean }
    | undefined;
  readonly where: string;
}

/** Undefined for what is no job. `queue`: of the list in which it stands. */
export function entryOf(
  text: unknown,
  about: Pick<SidekiqEntry, 'place' | 'at' | 'work' | 'where'> & { readonly queue: string | undefined },
): SidekiqEntry | undefined {
  const told = typeof text === 'string' ? parsed(text) : text;
  if (!isEntries(told) || typeof told.jid !== 'string' || told.jid === '') return undefined;
  const { queue } = told;
  const given = Array.isArray(told.args) ? (told.args as unknown[]) : [];
  const [outer] = given;
  const args =
    told.wrapped !== undefined && isEntries(outer) && Array.isArray(outer.arguments)
      ? (outer.arguments as unknown[])
      : given;
  const [first] = args;
  return {
    ...about,
    jid: told.jid,
    queue: about.queue ?? (typeof queue === 'string' && queue !== '' ? queue : 'default'),
    payload: { ...(isEntries(first) ? first : {}), args },
    told,
  };
}

/** Seconds with a fraction up to version 7, whole milliseconds from 8. */
export function momentOf(value: unknown): Instant | undefined {
  if (typeof value !== 'number' || value <= 0) return undefined;
  return parseInstant(value < 1e11 ? Math.round(value * 1000) : value);
}

export function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
