// One way on which an event can be lost: what the facts show of it, and what would have prevented it.
import type { FactOf } from '../fact.ts';
import type { FactKind } from '../fact-fields.ts';
import type { Timeline } from '../timeline/timeline.ts';

export interface Seen {
  /** Goes on after "nothing was made from 1 Slack message: ". */
  readonly clause: string;
  /** Numbers of the facts that show it, in the order in which a reader should look at them. */
  readonly facts: readonly number[];
}

export interface WayOfLoss {
  readonly id: string;
  readonly title: string;
  readonly problem: string;
  /** How it shows itself in the evidence. */
  readonly signs: readonly string[];
  /** What would have prevented it, the most effective step first. */
  readonly prevention: readonly string[];
  /** Asked only of a timeline in which nothing was made. Undefined: the facts do not show this way. */
  of(timeline: Timeline): Seen | undefined;
  /** Nothing that is known speaks against this way, though nothing shows it. */
  couldBe(timeline: Timeline): boolean;
}

/** A source tells of such things, so that none means none. */
export function sees({ coverage, facts }: Timeline, kind: FactKind): boolean {
  return facts.some((fact) => fact.kind === kind) || coverage.some((source) => source.sees.includes(kind));
}

export function hasWork({ facts }: Timeline): boolean {
  return facts.some(({ kind }) => kind === 'run' || kind === 'job' || kind === 'attempt' || kind === 'call');
}

/** Work that ended without a result, by its own word or by the queue's. */
export function isFailed({ fields }: FactOf<'run'> | FactOf<'attempt'>): boolean {
  return fields.outcome === 'failed' || fields.outcome === 'lost';
}

/** The app looked at it and did not take it on. */
export function isTurnedAway({ fields }: FactOf<'delivery'>): boolean {
  return fields.disposition === 'filtered' || fields.disposition === 'refused';
}
