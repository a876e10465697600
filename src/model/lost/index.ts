// The ways on which an event is lost, in the order in which they are asked: the later in the chain, the surer.
import type { Timeline } from '../timeline/timeline.ts';
import { answeredThenCrashed } from './answered-then-crashed.ts';
import { droppedRetry } from './dropped-retry.ts';
import { processedBeforeWork } from './processed-before-work.ts';
import { registeredNotEnqueued } from './registered-not-enqueued.ts';
import { rejectedPermanently } from './rejected-permanently.ts';
import { turnedAway } from './turned-away.ts';
import type { Seen, WayOfLoss } from './way.ts';

export const waysOfLoss: readonly WayOfLoss[] = [
  rejectedPermanently,
  turnedAway,
  droppedRetry,
  processedBeforeWork,
  answeredThenCrashed,
  registeredNotEnqueued,
];

/** Where none is shown: those against which nothing speaks. */
export function waysThatFit(timeline: Timeline): WayOfLoss[] {
  return waysOfLoss.filter((way) => way.couldBe(timeline));
}

/** The first way that the facts show; undefined when they show none. */
export function wayOfLoss(timeline: Timeline): { way: WayOfLoss; seen: Seen } | undefined {
  for (const way of waysOfLoss) {
    const seen = way.of(timeline);
    if (seen) return { way, seen };
  }
  return undefined;
}
