// What --since and --until keep out of an answer that would be another one with it.
import { collect } from '../evidence/collect.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Identifier } from '../model/timeline/identifiers.ts';

export interface Window {
  readonly sources: readonly Source[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  readonly signal: AbortSignal;
}

/**
 * Looks again without the window; asked only where that can change the answer, since it reads everything once more. Undefined: no
 * window was given, or nothing stands outside it. The sentence continues "…leave out".
 */
export async function leftOut(asked: readonly Identifier[], window: Window): Promise<string | undefined> {
  const { sources, since, until, signal } = window;
  if (since === undefined && until === undefined) return undefined;
  const { observations } = await collect(sources, asked, { signal });
  const times = observations.flatMap(({ kind, fields: { at } }) =>
    kind !== 'lifecycle' &&
    at !== undefined &&
    ((since !== undefined && at < since) || (until !== undefined && at > until))
      ? [at]
      : [],
  );
  if (times.length === 0) return undefined;
  const [first, last] = times.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)] as [Instant, Instant],
    [times[0], times[0]] as [Instant, Instant],
  );
  const span = first === last ? `at ${toIso(first)}` : `from ${toIso(first)} to ${toIso(last)}`;
  return `${times.length === 1 ? '1 statement' : `${times.length} statements`} about it, ${span}`;
}

export function windowText({ since, until }: Pick<Window, 'since' | 'until'>): string {
  const ends = [since && `--since ${toIso(since)}`, until && `--until ${toIso(until)}`];
  return ends.filter(Boolean).join(' and ');
}

export function windowGap(left: string, window: Window): Gap {
  const verb = window.since !== undefined && window.until !== undefined ? 'leave' : 'leaves';
  return {
    source: 'window',
    reason: `${windowText(window)} ${verb} out ${left}`,
    wouldSettle: 'what happened then',
    kind: 'partial',
  };
}
