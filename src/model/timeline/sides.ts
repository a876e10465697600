// The copies of one effect, grouped by the event that each came by: what causes of several events start from.
import type { FactOf } from '../fact.ts';
import type { Chain, Effect, Timeline, TimelineEvent } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface Side {
  readonly event: TimelineEvent;
  /** At least one. */
  readonly chains: readonly Chain[];
  /** How the event arrived; undefined when no arrival of it was logged. */
  readonly delivery: FactOf<'delivery'> | undefined;
}

/** In order of arrival. Copies whose event is not known belong to no side. */
export function sidesOf(timeline: Timeline, { chains }: Effect): Side[] {
  return timeline.events
    .map((event) => ({ event, chains: chains.filter((chain) => chain.event === event) }))
    .filter((side) => side.chains.length > 0)
    .map((side) => ({ ...side, delivery: arrivalOf(timeline, side) }))
    .toSorted((a, b) => (a.delivery?.n ?? 0) - (b.delivery?.n ?? 0));
}

function arrivalOf(timeline: Timeline, { event, chains }: Omit<Side, 'delivery'>): Side['delivery'] {
  const own = chains.find(({ delivery }) => delivery !== undefined)?.delivery;
  if (own !== undefined) return own;
  return ofKind(timeline, 'delivery').find(
    ({ fields: { event_id, app_id } }) =>
      event_id === event.eventId && (app_id === undefined || event.appId === undefined || app_id === event.appId),
  );
}

/** The first two sides of which something is true, in order of arrival. */
export function pairOf(sides: readonly Side[], fits: (a: Side, b: Side) => boolean): [Side, Side] | undefined {
  for (const [i, a] of sides.entries()) {
    const b = sides.slice(i + 1).find((later) => fits(a, later));
    if (b) return [a, b];
  }
  return undefined;
}

/** Undefined: one of them does not say its app. */
export function isOneApp(a: TimelineEvent, b: TimelineEvent): boolean | undefined {
  if (a.provider !== b.provider) return false;
  return a.appId === undefined || b.appId === undefined ? undefined : a.appId === b.appId;
}

/** The arrivals, then what was made. */
export function factsOf(sides: readonly Side[]): number[] {
  const arrivals = sides.flatMap(({ delivery }) => delivery?.n ?? []);
  const records = sides.flatMap(({ chains }) => chains.map(({ record }) => record.n));
  return [...new Set([...arrivals, ...records])];
}
