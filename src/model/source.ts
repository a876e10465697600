// What a source of evidence must offer. A source reads and never interprets; whatever goes wrong in it becomes a gap.

import type { Observation } from './fact.ts';
import type { FactKind } from './fact-fields.ts';
import type { Instant } from './instant.ts';
import type { Sweep, SweepQuery, Tell } from './sweep.ts';
import type { Identifier, IdentifierType } from './timeline/identifiers.ts';

/** A source that could not be read, was not configured, or was read in part only. Never the same as "nothing there". */
export interface Gap {
  readonly source: string;
  /** What stopped it, in words: "connection refused", "no source configured", "17 lines are not JSON". */
  readonly reason: string;
  /** What it would have settled, in words that finish "would show …". */
  readonly wouldSettle: string;
  /**
   * `failed`: it was asked for and could not be read, so the command ends in 3. `partial`: read, but something in it could
   * not be; absence proves nothing. `not-configured`: nobody asked for it. `hint`: read whole, and something in the
   * configuration may be a slip; it decides nothing.
   */
  readonly kind: 'failed' | 'partial' | 'not-configured' | 'hint';
}

/** Something that was asked for and not seen, so that what is absent may be there all the same. */
export function hidesSomething({ kind }: Pick<Gap, 'kind'>): boolean {
  return kind === 'failed' || kind === 'partial';
}

export interface Query {
  /** Find every statement that carries one of these. Grows from round to round; earlier ones need not be searched again. */
  readonly identifiers: readonly Identifier[];
  /** Only statements from this span matter; undefined is unbounded. */
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
}

/** What one source saw of the world, so that "single" can be told from "did not look". */
export interface Coverage {
  readonly source: string;
  /** Kinds that this source records whenever they happen; the absence of one of these means something. */
  readonly sees: readonly FactKind[];
  /** It records when a delivery was answered: one without an answer got none. Left out: an answer may go unrecorded. */
  readonly tellsAnswers?: true;
  /** The span over which it was read. Undefined: the source has no such end (a live database reaches to now). */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  /** What it has is found by names of these sorts: of a story without one it shows nothing. Left out: by any. */
  readonly by?: readonly IdentifierType[];
}

export interface Evidence {
  readonly observations: readonly Observation[];
  readonly gaps: readonly Gap[];
  readonly coverage: readonly Coverage[];
}

/** What a source knows of events that began after a moment: a bounded sample, the newest ones. */
export interface Later {
  readonly observations: readonly Observation[];
  /** Further events of the sample, of which nothing exists twice. */
  readonly others: number;
  /** Of those that began earlier than this nothing was looked at. Undefined: all after the moment were. */
  readonly since: Instant | undefined;
}

export interface Source {
  /** Short and stable: `log`, `database`. Stands in the provenance of each of its facts. */
  readonly id: string;
  /** Which place it reads, for a person: the files, the host and database. No secrets. */
  describe(): string;
  /** What it could settle, for the gap when it cannot be read. */
  readonly wouldSettle: string;
  /**
   * Reads everything that carries one of the identifiers; called again with the new identifiers that the answers brought.
   * Read-only and bounded. Throws on trouble: the runner makes the gap.
   */
  collect(query: Query, signal: AbortSignal): Promise<Evidence>;
  /**
   * It tells whether a cause goes on. `alone`: nobody else is asked, so that an event of which this source knows nothing twice
   * may be a mere number; else what it knows once, another may know once more. Absent: this source cannot look by time.
   * Throws on trouble.
   */
  later?(after: Instant, signal: AbortSignal, alone?: boolean): Promise<Later>;
  /**
   * Looks at everything that it holds for stories that deserve to be explained, in bounded memory. Aborting it ends it with
   * what it has. Absent: this source answers only questions about one event. Throws on trouble.
   */
  sweep?(query: SweepQuery, signal: AbortSignal, tell: Tell): Promise<Sweep>;
  /**
   * What it knows about what all of them found together, asked once when nothing new was named. What it says names no
   * further facts. Throws on trouble: the runner makes the gap.
   */
  about?(found: readonly Observation[], signal: AbortSignal): Promise<Pick<Evidence, 'observations' | 'gaps'>>;
  /** Gaps that can be named only when nothing more is asked. */
  afterwards?(): readonly Gap[];
  close(): Promise<void>;
}
