// One thing that was observed: what a source read (Observation), and what all witnesses of it say together (Fact).
import type { FactKind, FieldsOf } from './fact-fields.ts';
import type { Instant } from './instant.ts';

/** Where a statement stands, so that a reader can go and look. No fact without one. */
export interface Provenance {
  /** Id of the evidence source: `log`, `database`, … */
  readonly source: string;
  /** The place inside it: `api.jsonl:1201`, `deliveries 7f…`, a Redis key, a header. */
  readonly where: string;
  /** Whose clock stamped it. Order is certain within one clock only. */
  readonly clock: string;
}

/** One statement about one fact, as one source holds it; not yet merged with others about the same thing. */
export interface ObservationOf<K extends FactKind> {
  readonly kind: K;
  readonly fields: FieldsOf<K>;
  readonly provenance: Provenance;
}
export type Observation = { [K in FactKind]: ObservationOf<K> }[FactKind];

/** One hop's own times of one arrival, by its own clock. */
export interface HopTimes {
  readonly clock: string;
  readonly at: Instant | undefined;
  /** `at` is that of a line in the middle of the request: it began at some moment before. */
  readonly isMiddle: boolean;
  readonly answeredAt: Instant | undefined;
}

/** Witnesses that do not agree on one field. All values are kept, in the order of the witnesses; the fact shows the one that stands. */
export interface Contradiction {
  readonly field: string;
  readonly values: readonly { readonly value: unknown; readonly witness: number }[];
}

export interface FactOf<K extends FactKind> {
  /** Position in the timeline, from 1: the number that text and documents refer to. */
  readonly n: number;
  readonly kind: K;
  /** When it began. Undefined when no witness logged a beginning. */
  readonly at: Instant | undefined;
  readonly clock: string;
  readonly fields: FieldsOf<K>;
  readonly witnesses: readonly [Provenance, ...Provenance[]];
  /** For each field that is present, the index in `witnesses` of the statement that it was taken from. */
  readonly origin: Readonly<Record<string, number>>;
  readonly contradictions: readonly Contradiction[];
  /** Of a delivery that several clocks stamped: from the outermost hop to the one nearest to the work. */
  readonly hops?: readonly HopTimes[];
}
export type Fact = { [K in FactKind]: FactOf<K> }[FactKind];
