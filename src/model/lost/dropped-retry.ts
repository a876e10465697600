// The first copy came to nothing, and the copy that could have mended it was dropped.
import type { FactOf } from '../fact.ts';
import { neverArrived } from '../timeline/deliveries.ts';
import { ofKind, type Timeline } from '../timeline/timeline.ts';
import { hasWork, isTurnedAway, type Seen, type WayOfLoss } from './way.ts';

type Delivery = FactOf<'delivery'>;

export const droppedRetry: WayOfLoss = {
  id: 'dropped-retry',
  title: 'The retry was dropped, and the first delivery had done nothing',
  problem:
    'The app throws away every request that is marked as a retry. The sender repeats because the attempt before failed: it met a crash, an error, ' +
    'or never reached the app at all. Then the retry is not a copy of finished work but the only chance of it.',
  signs: [
    'a delivery with a retry number that was filtered or refused',
    'the attempt before it failed, made nothing, or is not in the log and the reason says that it never arrived (connection_failed, ssl_error)',
  ],
  prevention: [
    'Do not look at the retry header to decide: ask a claim on the event id, and drop a repeat only where the claim says done.',
    'Register the event durably before the answer, so that a failure of the work is mended from your own queue.',
  ],
  couldBe: (timeline) =>
    ofKind(timeline, 'delivery').some(
      ({ fields }) => (fields.retry_num ?? 0) > 0 && fields.disposition === undefined,
    ) && !hasWork(timeline),
  of(timeline) {
    const [first] = ofKind(timeline, 'delivery');
    const dropped = ofKind(timeline, 'delivery').find(isDropped);
    if (!first || !dropped) return undefined;
    return dropped === first ? unseenFirst(timeline, dropped) : seenFirst(first, dropped);
  },
};

function seenFirst(first: Delivery, dropped: Delivery): Seen {
  const { status } = first.fields;
  const how = status === undefined || status < 300 ? 'made nothing' : `failed (${status})`;
  const clause = `the first copy (#${first.n}) ${how}, and the retry was dropped (#${dropped.n}, ${dropped.fields.disposition})`;
  return { clause, facts: [first.n, dropped.n] };
}

function unseenFirst(timeline: Timeline, { n, fields }: Delivery): Seen | undefined {
  if (!neverArrived(timeline, fields.retry_reason)) return undefined;
  const clause = `the attempt before #${n} never reached the app (${fields.retry_reason}), and the retry was dropped (${fields.disposition})`;
  return { clause, facts: [n] };
}

function isDropped(delivery: Delivery): boolean {
  return (delivery.fields.retry_num ?? 0) > 0 && isTurnedAway(delivery);
}
