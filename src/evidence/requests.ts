// Which lines of an ordinary log belong to a request or a job that is asked for, when only a name ties them to it?
import type { Observation } from '../model/fact.ts';
import { identityOf } from '../model/timeline/identity.ts';
import { withArrivals } from './arrivals.ts';
import type { Held } from './log-lines.ts';

/**
 * Weak lines become witnesses when a line of the same request or job shows that it was there. An id that a process counts
 * comes again after a restart: then only the lines up to the answer belong to the line that was asked for.
 */
export function belonging(held: readonly Held[], known: ReadonlySet<string>): Held[] {
  const tied = held.filter(({ names }) => names.some((name) => known.has(name)));
  const shown = new Set(tied.filter(needsBond).flatMap(bondsOf));
  return tied.filter(
    (one) => (!one.isWeak || bondsOf(one).some((bond) => shown.has(bond))) && isSameCount(one, tied, known),
  );
}

/** It shows that a request or a job was there, or has no other way to the event. */
function needsBond({ isWeak, observation: { kind, fields } }: Held): boolean {
  return !isWeak && (fields.event_id === undefined || (kind !== 'record' && kind !== 'call'));
}

/** Names of the requests and jobs of what is known: all lines about one are needed to say when it began. */
export function tiedBy(held: readonly Held[], known: ReadonlySet<string>): Held['identifiers'] {
  return held
    .filter(({ isFactLine, names }) => !isFactLine && names.some((name) => known.has(name)))
    .flatMap(({ identifiers }) => identifiers.filter(({ type }) => bonds.has(type)))
    .filter(({ type, value }) => !known.has(`${type}\n${value}`));
}

const bonds: ReadonlySet<string> = new Set(['delivery_id', 'request_id', 'job']);

function bondsOf({ isFactLine, observation: { fields } }: Held): string[] {
  const { delivery_id, request_id, job_id, queue } = fields as Readonly<Record<string, string | undefined>>;
  return [
    ...(delivery_id ? [`delivery ${delivery_id}`] : []),
    // Lines written for this program name the request; an app's own lines make its id the delivery's.
    ...(isFactLine && request_id ? [`delivery request:${request_id}`] : []),
    ...(job_id ? [`job ${queue ?? ''}/${job_id}`] : []),
  ];
}

function isSameCount(one: Held, tied: readonly Held[], known: ReadonlySet<string>): boolean {
  const own = countedName(one);
  if (own === undefined || isAnchor(one, own, known)) return true;
  const group = tied.filter((other) => countedName(other) === own);
  const place = new Set(group.map(fileOf)).size > 1 ? writtenAt : ({ offset }: Held) => offset;
  return group.some((anchor) => {
    if (!isAnchor(anchor, own, known)) return false;
    const [first, last] = place(one) < place(anchor) ? [one, anchor] : [anchor, one];
    return !group.some((other) => place(other) >= place(first) && place(other) < place(last) && isAnswer(other));
  });
}

function fileOf({ observation: { provenance } }: Held): string {
  return provenance.where.replace(/:\d+$/, '');
}

/** A log that was rotated in the middle of a request: places in two files have no order, times have one. */
function writtenAt({ observation: { kind, fields } }: Held): number {
  return (kind === 'delivery' ? fields.answered_at : undefined) ?? fields.at ?? Number.NaN;
}

/** `request:1@host:412`. */
function countedName({ names }: Held): string | undefined {
  return names.find((name) => /^delivery_id\nrequest:.*@/.test(name));
}

/** Known by another name as well. */
function isAnchor({ names }: Held, counted: string, known: ReadonlySet<string>): boolean {
  return names.some((name) => name !== counted && known.has(name));
}

function isAnswer({ observation }: Held): boolean {
  return observation.kind === 'delivery' && observation.fields.answered_at !== undefined;
}

/**
 * Lines in the middle of a request, an attempt or a record's life have a time of their own, which is no beginning: the
 * earliest one stands for it. A repeat whose mark one line shows is a repeat on the lines that leave it out.
 * `told`: the beginnings of earlier rounds; `arrivals`: by all lines that are known, where `held` are only the new ones.
 */
export function withOneBeginning(
  held: readonly Held[],
  told: Map<string, number>,
  arrivals: ReadonlyMap<Held, Observation> = withArrivals(held),
): Map<Held, Observation> {
  const own = new Map(held.map((one) => [{ ...one, observation: arrivals.get(one) ?? one.observation }, one]));
  const settled = settledIn([...own.keys()], told);
  return new Map(
    [...settled].flatMap(([one, observation]) => {
      const line = own.get(one);
      return line ? [[line, observation] as const] : [];
    }),
  );
}

function settledIn(held: readonly Held[], told: Map<string, number>): Map<Held, Observation> {
  const repeats = new Set(held.flatMap((one) => (retryOf(one) ? [groupOf(one)] : [])));
  const result = new Map(held.map((one) => [one, one.observation]));
  const ordinary = held.filter((one) => !one.isFactLine && groupOf(one) !== undefined);
  const firsts = new Map<string, Held>();
  for (const one of ordinary.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const group = groupOf(one) ?? '';
    const fields: Record<string, unknown> = { ...one.observation.fields };
    const isLater = timeOf(one) >= (told.get(group) ?? Number.POSITIVE_INFINITY);
    if (!isLater) told.set(group, timeOf(one));
    else if (!isOtherHop(one, firsts.get(group))) delete fields.at;
    firsts.set(group, firsts.get(group) ?? one);
    if (retryOf(one) === 0 && repeats.has(group)) delete fields.retry_num;
    result.set(one, { ...one.observation, fields } as Observation);
  }
  return result;
}

/** A line about a whole request, by another clock than the first: its beginning is that of a hop of its own. */
function isOtherHop({ observation: { kind, fields, provenance } }: Held, first: Held | undefined): boolean {
  const isWhole = kind === 'delivery' && fields.at !== undefined && fields.answered_at !== undefined;
  return isWhole && first !== undefined && first.observation.provenance.clock !== provenance.clock;
}

function groupOf({ observation: { kind, fields } }: Held): string | undefined {
  const identity = identityOf(kind, fields);
  return identity && `${kind}\n${identity.qualifier ?? ''}\n${identity.id}`;
}

function retryOf({ observation }: Held): number | undefined {
  return observation.kind === 'delivery' ? observation.fields.retry_num : undefined;
}

function timeOf({ observation }: Held): number {
  return observation.fields.at ?? Number.POSITIVE_INFINITY;
}
