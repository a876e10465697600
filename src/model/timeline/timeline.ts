// All facts about one event and its siblings, joined and ordered, and what nobody could look at.

import type { Fact, FactOf } from '../fact.ts';
import type { FactKind } from '../fact-fields.ts';
import type { RetrySchedule } from '../provider.ts';
import type { Coverage, Gap } from '../source.ts';
import type { Identifier } from './identifiers.ts';

/** One event as all its witnesses describe it. */
export interface TimelineEvent {
  readonly provider: string;
  /** Undefined: no witness said which workspace. */
  readonly workspaceId: string | undefined;
  readonly appId: string | undefined;
  readonly eventId: string;
  readonly type: string | undefined;
  readonly subtype: string | undefined;
  readonly subject: string | undefined;
}

/** From what came out to what it came out of. `stated`: a field in both says so. `inferred`: time and place fit only one. */
export interface Link {
  readonly child: number;
  readonly parent: number;
  readonly by: string;
  readonly certainty: 'stated' | 'inferred';
}

/** The way from a record back to the delivery that led to it; absent links were not seen. */
export interface Chain {
  readonly record: FactOf<'record'>;
  readonly call: FactOf<'call'> | undefined;
  readonly attempt: FactOf<'attempt'> | undefined;
  readonly job: FactOf<'job'> | undefined;
  readonly run: FactOf<'run'> | undefined;
  readonly delivery: FactOf<'delivery'> | undefined;
  readonly event: TimelineEvent | undefined;
  /** The links on the way that no id states: only one fact fitted by event, place and time. */
  readonly inferred: readonly ('delivery' | 'run' | 'job' | 'attempt' | 'call')[];
}

/** One intended effect and every object that was made for it. More than one object is a duplicate. */
export interface Effect {
  readonly target: string;
  /** The part behind `#` in the source_event_key, where one event has several effects; else empty. */
  readonly action: string;
  readonly chains: readonly Chain[];
}

/** How far two clocks can be apart, in milliseconds: measured from pairs that must be ordered, else assumed. */
export interface Skew {
  readonly clocks: readonly [string, string];
  readonly boundMs: number;
  readonly measured: boolean;
}

export interface Timeline {
  /** What the user asked for, as typed. */
  readonly ref: string;
  /** What that names, in every reading that it allows. */
  readonly asked: readonly Identifier[];
  /** The event that was asked for first, then its siblings in order of arrival. */
  readonly events: readonly TimelineEvent[];
  /** In order; `facts[i].n === i + 1`. */
  readonly facts: readonly Fact[];
  readonly links: readonly Link[];
  readonly effects: readonly Effect[];
  readonly gaps: readonly Gap[];
  readonly coverage: readonly Coverage[];
  readonly skews: readonly Skew[];
  /** The event's provider as a reader calls it: `Slack`. */
  readonly sender: string;
  /** How the event's provider repeats, for rules that compare gaps with it; undefined for one that is not known here. */
  readonly retries: RetrySchedule | undefined;
}

export function ofKind<K extends FactKind>(timeline: Timeline, kind: K): FactOf<K>[] {
  return timeline.facts.filter((fact): fact is Extract<Fact, FactOf<K>> => fact.kind === kind) as FactOf<K>[];
}
