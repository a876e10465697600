// A function that failed after it had made something, and that its platform ran again: one request id, two runs.
import type { FactOf } from '../fact.ts';
import { unansweredCreates } from './creates.ts';
import { groupedBy } from './duplicates.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

type Run = FactOf<'run'>;

export interface PlatformRetry {
  readonly failed: Run;
  readonly again: Run;
  readonly requestId: string;
  /** What the failed run had made; it was answered for each. */
  readonly made: readonly Chain[];
  readonly repeated: readonly Chain[];
}

/** A caller that repeats gets a new request id; the platform keeps the one it has. */
export function platformRetryOf(timeline: Timeline, effect: Effect): PlatformRetry | undefined {
  const groups = [...groupedBy(effect, 'run')].sort(([a], [b]) => a.n - b.n);
  const unanswered = unansweredCreates(timeline, effect.target);
  for (const [failed, made] of groups) {
    const { request_id: requestId, outcome, run_id } = failed.fields;
    if (requestId === undefined || (outcome !== 'failed' && outcome !== 'unknown')) continue;
    // Where the create itself got no answer, that is the story.
    if (unanswered.some(({ fields }) => fields.run_id !== undefined && fields.run_id === run_id)) continue;
    const next = groups.find(([other]) => other.fields.request_id === requestId && beganAfter(failed, other));
    if (next) return { failed, again: next[0], requestId, made, repeated: next[1] };
  }
  return undefined;
}

function beganAfter(failed: Run, other: Run): boolean {
  const began = other.fields.started_at ?? other.at;
  const ended = failed.fields.finished_at ?? failed.at;
  return other !== failed && began !== undefined && ended !== undefined && began >= ended;
}
