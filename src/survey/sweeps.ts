// All sources that can be swept, one after the other: what one has found, the next looks at too.
import { DedupeError } from '../errors.ts';
import type { Instant } from '../model/instant.ts';
import type { Gap, Source } from '../model/source.ts';
import type { Sweep } from '../model/sweep.ts';
import { unlessStopped } from '../unless-stopped.ts';
import type { SurveyRequest } from './survey.ts';

export interface Swept {
  /** In the order of the sources. */
  readonly sweeps: readonly (Sweep & { readonly source: Source })[];
  readonly gaps: readonly Gap[];
  /** First and last moment of what was read. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
}

/** Throws what the first source threw when none could be swept at all: then there is no answer, only an error. */
export async function collectSweeps(request: SurveyRequest): Promise<Swept> {
  const { sources, since, until, limit, figures, signal, tell } = request;
  const sweeps: Swept['sweeps'][number][] = [];
  const gaps: Gap[] = [];
  const failures: unknown[] = [];
  // The database first: it names its events before it is asked for them, and a log finds their lines on the way.
  for (const source of sources.toReversed()) {
    if (source.sweep === undefined) {
      gaps.push({
        ...gapOf(source, 'it answers only questions about one event: dedupe trace asks it'),
        kind: 'not-configured',
      });
      continue;
    }
    const query = {
      ...{ since, until, limit, figures },
      eventIds: sweeps.flatMap(({ eventIds }) => eventIds),
      effectsElsewhere: sweeps.some(({ showsEffects }) => showsEffects),
    };
    try {
      const sweep = await unlessStopped(source.sweep(query, signal, tell), signal);
      sweeps.unshift({ ...sweep, source });
      gaps.push(...sweep.gaps);
    } catch (error) {
      if (signal.aborted) {
        gaps.push({ ...gapOf(source, 'interrupted before it was read'), kind: 'partial' });
        continue;
      }
      failures.push(error);
      gaps.push({ ...gapOf(source, reasonOf(error)), kind: 'failed' });
    }
  }
  if (sweeps.length === 0 && failures.length > 0) throw failures[0];
  return { sweeps, gaps, from: extreme(sweeps, 'from', Math.min), to: extreme(sweeps, 'to', Math.max) };
}

function gapOf({ id, wouldSettle }: Source, reason: string) {
  return { source: id, reason, wouldSettle };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message} (${error instanceof DedupeError ? error.code : 'DEDUPE_BUG'})`;
}

function extreme(
  sweeps: readonly Sweep[],
  end: 'from' | 'to',
  pick: (...moments: number[]) => number,
): Instant | undefined {
  const moments = sweeps.flatMap((sweep) => sweep[end] ?? []);
  return moments.length > 0 ? (pick(...moments) as Instant) : undefined;
}
