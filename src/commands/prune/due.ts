// Which steps were asked for, each with its age, and how young nothing may go.
import { DedupeError } from '../../errors.ts';
import { longestRetryMs } from '../../pipeline/retry-policy.ts';
import { spanOf } from '../../pipeline-process.ts';
import { providerOf } from '../../providers/index.ts';
import type { AgedStep } from '../../store/prune/left.ts';
import {
  bodySteps,
  deadBodySteps,
  keySteps,
  type PruneStep,
  rowSteps,
  textSteps,
} from '../../store/prune/prune-step.ts';

export interface PruneAges {
  readonly olderThan?: string | undefined;
  readonly bodiesOlderThan?: string | undefined;
  readonly deadBodiesOlderThan?: string | undefined;
  readonly textOlderThan?: string | undefined;
  readonly keysOlderThan?: string | undefined;
  readonly workspace?: string | undefined;
  readonly erase?: boolean | undefined;
  readonly batch?: string | undefined;
}

const hourMs = 3_600_000;
/** As long as the worker's own retries can take, with its defaults and every delay at its longest. */
export const queueLifeMs = longestRetryMs() + hourMs;

/** Of senders that do not say how long they repeat. */
const unknownHorizonMs = 30 * 24 * hourMs;

export function dueOf(given: PruneAges): AgedStep[] {
  const { olderThan, bodiesOlderThan, deadBodiesOlderThan, textOlderThan, keysOlderThan, batch, erase, workspace } =
    given;
  if (batch !== undefined && !/^[1-9]\d{0,5}$/.test(batch))
    throw new DedupeError('DEDUPE_USAGE', '--batch is not a number');
  if (erase && workspace === undefined)
    throw new DedupeError('DEDUPE_USAGE', '--erase needs the workspace that is gone', {
      hint: 'Give --workspace T0123456789; --text-older-than is for all of them.',
    });
  const of = (flag: string, text: string | undefined, steps: readonly PruneStep[]) =>
    text === undefined ? [] : steps.map((step) => ({ ...step, olderThanMs: spanOf(flag, text) }));
  const due = [
    ...of('--older-than', olderThan, rowSteps),
    ...of('--keys-older-than', keysOlderThan, keySteps),
    ...of('--bodies-older-than', bodiesOlderThan, bodySteps),
    ...of('--dead-bodies-older-than', deadBodiesOlderThan, deadBodySteps),
    ...of('--text-older-than', textOlderThan, textSteps),
    // Nobody works for a workspace that is gone, so nothing of it is still needed.
    ...(erase ? textSteps.map((step): AgedStep => ({ ...step, neededBy: [], olderThanMs: 0 })) : []),
  ];
  if (due.length > 0) return due;
  throw new DedupeError('DEDUPE_USAGE', 'prune needs an age', {
    hint: 'For example --older-than 90d --bodies-older-than 7d.',
  });
}

/** An hour more than documented: clocks differ, and requests take their time. */
export function longestHorizon(providers: readonly string[]): number {
  const horizons = providers.map((id) => providerOf(id)?.retries?.extendedHorizonMs ?? unknownHorizonMs);
  return Math.max(24 * hourMs, ...horizons) + hourMs;
}
