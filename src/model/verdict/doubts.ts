// What keeps a verdict from being given, although every source was read: things that nothing names.
import type { FactKind } from '../fact-fields.ts';
import { wayOfLoss } from '../lost/index.ts';
import { isAboutSeveralActions } from '../several-actions.ts';
import { actOf, sameness } from '../timeline/acts.ts';
import { pooledEffects } from '../timeline/duplicates.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';

/** Objects that name no event: whether two of them came of one, nobody can say. */
export function unplaced(timeline: Timeline): string[] {
  const chains = pooledEffects(timeline).flatMap(({ chains: all }) => (all.length > 1 ? all : []));
  return chains
    .filter(({ event }) => event === undefined)
    .map(({ record }) => `no run, job or call line ties ${record.fields.record_id ?? `#${record.n}`} to an event`);
}

/** Where one object's system is not said, another object may be of the same one. */
export function untargeted({ effects }: Timeline): string[] {
  const unsaid = effects.flatMap(({ chains }) =>
    chains.filter(({ record }) => record.fields.target === undefined).map((chain) => ({ chain, chains })),
  );
  return unsaid.flatMap(({ chain: { record, event }, chains }) => {
    const other = effects.find(
      (effect) => effect.chains !== chains && effect.chains.some((one) => one.event?.eventId === event?.eventId),
    );
    if (other === undefined) return [];
    const name = record.fields.record_id ?? `#${record.n}`;
    return [`no line says in which system ${name} (#${record.n}) was made: it may be another ${other.target} one`];
  });
}

/** Two events are two wishes only where something tells what each of them is about. */
export function unknownActs(timeline: Timeline): string[] {
  if (!isAboutSeveralActions(timeline)) return [];
  const events = [...new Set(timeline.effects.flatMap(({ chains }) => chains.flatMap(({ event }) => event ?? [])))];
  const silent = events.filter(({ subject }) => subject === undefined);
  const acts = events.map((event) => actOf(timeline, event));
  const areTwo = acts.every((a, i) => acts.slice(i + 1).every((b) => sameness(a, b).is === 'two'));
  if (silent.length === 0 || areTwo) return [];
  const isReaction = ({ type }: (typeof silent)[number]) => type?.startsWith('reaction_') ?? false;
  const told = [
    { of: silent.filter((event) => !isReaction(event)), log: 'channel and ts, or subject, with its delivery' },
    { of: silent.filter(isReaction), log: 'channel and ts of the item, actor, and action_id (the emoji) or event_ts' },
  ];
  return told
    .filter(({ of }) => of.length > 0)
    .map(({ of, log }) => `nothing tells what ${of.map(({ eventId }) => eventId).join(' and ')} is about: log ${log}`);
}

/** Over a socket another consumer can have taken the event: only names of instances, and who was connected, tell. */
export function unknownConsumers(timeline: Timeline): string[] {
  if (timeline.effects.length > 0 || wayOfLoss(timeline)) return [];
  const received = ofKind(timeline, 'delivery').filter(({ fields }) => fields.transport === 'socket');
  if (received.length === 0) return [];
  const nameless = received.filter(({ fields }) => fields.instance_id === undefined).map(({ n }) => `#${n}`);
  if (nameless.length > 0) return [`${nameless.join(' and ')} came over a socket to an instance that is not named`];
  const isTold = ofKind(timeline, 'lifecycle').some(({ fields }) => fields.what === 'connected');
  return isTold ? [] : ['it came over a socket, and no lifecycle line tells who was connected'];
}

const works: ReadonlySet<FactKind> = new Set(['run', 'job', 'attempt']);

/** Turned away as seen, by an event that names nothing it is about: the task may be that of another event. */
export function unknownCopies(timeline: Timeline): string[] {
  if (timeline.effects.length > 0) return [];
  return timeline.events.flatMap(({ eventId, subject }) => {
    const [first] = ofKind(timeline, 'guard').filter(({ fields }) => fields.event_id === eventId);
    const isWorkedOn = timeline.facts.some(({ kind, fields }) => works.has(kind) && fields.event_id === eventId);
    if (subject !== undefined || isWorkedOn || first?.fields.result !== 'hit') return [];
    return [`the guard took ${eventId} for a copy (#${first.n}), and nothing tells what it is about: log its delivery`];
  });
}
