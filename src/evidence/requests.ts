// Which lines of an ordinary log belong to a request or a job that is asked for, when only a name ties them to it?
import type { Held } from './log-lines.ts';

/**
 * Weak lines become witnesses when a line of the same request or job shows that it was there. An id that a process counts
 * comes again after a restart: then only the lines up to the answer belong to the line that was asked for.
 */
export function belonging(held: readonly Held[], known: ReadonlySet<string>): Held[] {
  const tied = held.filter(({ names }) => names.some((name) => known.has(name)));
  const shown = new Set(tied.filter(({ isWeak }) => !isWeak).flatMap(bondsOf));
  return tied.filter(
    (one) => (!one.isWeak || bondsOf(one).some((bond) => shown.has(bond))) && isSameCount(one, tied, known),
  );
}

/** Names that a weak line ties to what is known. */
export function tiedBy(held: readonly Held[], known: ReadonlySet<string>): Held['identifiers'] {
  return held
    .filter(({ isWeak, names }) => isWeak && names.some((name) => known.has(name)))
    .flatMap(({ identifiers }) => identifiers.filter(({ type }) => bonds.has(type)))
    .filter(({ type, value }) => !known.has(`${type}\n${value}`));
}

const bonds: ReadonlySet<string> = new Set(['delivery_id', 'request_id', 'job']);

function bondsOf({ observation: { fields } }: Held): string[] {
  const { delivery_id, job_id, queue } = fields as { delivery_id?: string; job_id?: string; queue?: string };
  return [...(delivery_id ? [`delivery ${delivery_id}`] : []), ...(job_id ? [`job ${queue ?? ''}/${job_id}`] : [])];
}

function isSameCount(one: Held, tied: readonly Held[], known: ReadonlySet<string>): boolean {
  const own = countedName(one);
  if (own === undefined || isAnchor(one, own, known)) return true;
  const group = tied.filter((other) => countedName(other) === own);
  return group.some((anchor) => {
    if (!isAnchor(anchor, own, known)) return false;
    const [first, last] = one.offset < anchor.offset ? [one, anchor] : [anchor, one];
    return !group.some((other) => other.offset >= first.offset && other.offset < last.offset && isAnswer(other));
  });
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
