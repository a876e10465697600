// How deep did an app answer itself: the longest way on which each event tells of what the one before it wrote.
import type { Fact, FactOf } from '../fact.ts';
import { isFurtherWrite, isTurnedAway, type OwnWrite, ownWrites } from './own-writes.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface Loop {
  /** One more than the steps. */
  readonly events: readonly string[];
  readonly first: FactOf<'delivery'> | undefined;
  /** The object, and the arrival of the event that told of it (or another fact of it, where none was logged). */
  readonly steps: readonly {
    readonly record: FactOf<'record'>;
    readonly told: Fact;
    readonly by: OwnWrite<Fact>['by'];
  }[];
  /** The copies that came by these events. */
  readonly chains: readonly Chain[];
  /** No line says which event made which copy: that follows from their order alone. */
  readonly byAnswers?: true;
}

/** Undefined unless the second event of the way made a copy too. */
export function loopOf(timeline: Timeline, effect: Effect): Loop | undefined {
  return loopByEvents(timeline, effect) ?? loopByAnswers(timeline, effect);
}

function loopByEvents(timeline: Timeline, effect: Effect): Loop | undefined {
  const next = stepsByEvent(timeline);
  const longest = [...next.keys()].map((event) => wayFrom(event, next)).toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return undefined;
  const events = [longest[0]?.from ?? '', ...longest.map(({ to }) => to)];
  const ownChains = effect.chains.filter(({ event }) => event !== undefined && events.includes(event.eventId));
  const madeBy = new Set(ownChains.map(({ event }) => event?.eventId));
  if (!events.slice(1).some((event) => madeBy.has(event)) || madeBy.size < 2) return undefined;
  const first = ofKind(timeline, 'delivery').find(({ fields }) => fields.event_id === events[0]);
  return { events, first, steps: longest, chains: ownChains };
}

/** Longer than an app needs to answer a message, and far shorter than what repeats a job. Milliseconds. */
const soonMs = 30_000;

/**
 * Where only arrivals were logged and the target tells who wrote what: the event came once, and each further copy was
 * written soon after the app had been told of the one before it.
 */
function loopByAnswers(timeline: Timeline, { chains }: Effect): Loop | undefined {
  const subject = chains[0]?.record.fields.subject;
  const event = subject === undefined ? undefined : timeline.events.find((one) => one.subject === subject);
  const arrivals = ofKind(timeline, 'delivery').filter(({ fields }) => fields.event_id === event?.eventId);
  const [first] = arrivals;
  if (event === undefined || first === undefined || arrivals.length > 1) return undefined;
  if (chains.some((chain) => (chain.event ?? event) !== event || chain.record.at === undefined)) return undefined;
  const told = new Map(ownWrites(timeline.facts).map((write) => [write.record.n, write]));
  const written = chains.map(({ record }) => record).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const steps = written.slice(0, -1).flatMap((record, i) => {
    const [write, next] = [told.get(record.n), written[i + 1]];
    if (write?.told.at === undefined || next?.at === undefined || isTurnedAway(write.told)) return [];
    const gap = next.at - write.told.at;
    return isFurtherWrite(next, record) && gap > 0 && gap <= soonMs ? [{ record, told: write.told, by: write.by }] : [];
  });
  if (steps.length === 0 || steps.length < written.length - 1) return undefined;
  const events = [event.eventId, ...steps.map((step) => step.told.fields.event_id ?? '?')];
  return { events, first, steps, chains, byAnswers: true };
}

type Step = Loop['steps'][number] & { readonly from: string; readonly to: string };

/** For each event what came back of its writing, in order. */
function stepsByEvent(timeline: Timeline): Map<string, Step[]> {
  const eventOf = new Map(
    timeline.effects.flatMap(({ chains }) => chains.map(({ record, event }) => [record.n, event?.eventId])),
  );
  const steps = new Map<string, Step[]>();
  for (const { record, told, by } of ownWrites(timeline.facts)) {
    const [from, to] = [eventOf.get(record.n), told.fields.event_id];
    if (record.kind !== 'record' || from === undefined || to === undefined || from === to) continue;
    const known = steps.get(from) ?? [];
    const same = known.findIndex((step) => step.to === to);
    const step = { record, told, by, from, to };
    if (same < 0) known.push(step);
    else if (told.kind === 'delivery' && known[same]?.told.kind !== 'delivery') known[same] = step;
    steps.set(from, known);
  }
  return steps;
}

/** The longest way; an event that was on it already ends it, so that a circle of statements ends too. */
function wayFrom(start: string, next: ReadonlyMap<string, readonly Step[]>): Step[] {
  const way: Step[] = [];
  const seen = new Set([start]);
  for (let at = start; ; ) {
    const step = next.get(at)?.find(({ to }) => !seen.has(to));
    if (step === undefined) return way;
    way.push(step);
    seen.add(step.to);
    at = step.to;
  }
}
