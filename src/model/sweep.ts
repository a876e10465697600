// What a source offers to a scan: which stories in all that it holds deserve a look, and then what it says about each of them.
import type { Observation } from './fact.ts';
import type { Figure } from './figures.ts';
import type { Instant } from './instant.ts';
import type { Evidence, Gap } from './source.ts';
import type { Spread } from './spread.ts';
import type { Identifier } from './timeline/identifiers.ts';

export interface SweepQuery {
  /** Events that began in this span; undefined is unbounded. */
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  /** Stories to explain at most, the most telling signs first. */
  readonly limit: number;
  /** Events that another source wants to know more about: their stories deserve a look here too. */
  readonly eventIds: readonly string[];
  /** Another source shows what was created, so that this one can miss something. */
  readonly effectsElsewhere: boolean;
  /** The figures are wanted too, which may take more reading. */
  readonly figures: boolean;
  /** Creates of which no line says that they were done or refused are wanted whatever else their stories show. */
  readonly openCreates?: boolean;
}

/** A process, or a version of it, and from when to when it was seen at work. */
export interface Life {
  readonly instance: string;
  readonly version: string | undefined;
  readonly role: string | undefined;
  readonly from: Instant;
  readonly to: Instant;
  /** Undefined: nothing says that it has ended. */
  readonly stopped: Instant | undefined;
}

export interface Sweep {
  /** Stories that deserve a look; `look` takes their numbers from 0. */
  readonly count: number;
  /** More of them, which the limit left out. */
  readonly left: number;
  /** Ids of the events in the stories, where the source knows them before it is asked to look. */
  readonly eventIds: readonly string[];
  /** Events that began in the span; undefined: the source cannot count them. */
  readonly events: number | undefined;
  /** Events of which nothing was made and nothing says that something should have been. */
  readonly silent: number | undefined;
  readonly showsEffects: boolean;
  /** Lines about creates: how many there are, and how many of them tell no end and have no name to be found by. Undefined: not counted. */
  readonly creates?: { readonly lines: number; readonly nameless: number };
  /** First and last moment of what was read. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly lives: readonly Life[];
  /** Starts and ends of processes, and deployments, as a trace reads them. */
  readonly lifecycle: readonly Observation[];
  /** How long creates at targets took, of all events. */
  readonly latency: Spread | undefined;
  readonly figures: readonly Figure[];
  readonly gaps: readonly Gap[];
  /** The sweep was stopped before its end: what it has is what it had seen by then. */
  readonly isPartial: boolean;
  /** Everything that the source says about some of the stories, mixed; whoever asks tells them apart. */
  look(numbers: readonly number[], signal: AbortSignal): Promise<Evidence>;
  /** What it says about stories that another source found; absent where that would mean reading everything again. */
  join?(identifiers: readonly Identifier[], signal: AbortSignal): Promise<Evidence>;
}

/** How far a sweep has come; the total is undefined where nobody knows it before the end. */
export type Tell = (what: string, done: number, total: number | undefined) => void;
