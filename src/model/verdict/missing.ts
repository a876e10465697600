// A duplicate that no cause explains: which field would have told, and what it would have settled.

import { formatSpan } from '../instant.ts';
import { equalsTimeout } from '../known-timeouts.ts';
import { wayOfLoss, waysThatFit } from '../lost/index.ts';
import type { Gap } from '../source.ts';
import { isSameJob, makingAttempts } from '../timeline/attempts.ts';
import { answerSpan } from '../timeline/deliveries.ts';
import { isStated, spanBetween } from '../timeline/duplicates.ts';
import { leaseMsOf } from '../timeline/lease-ran-out.ts';
import { runAgainUnasked } from '../timeline/platform-retry.ts';
import { networkMs } from '../timeline/schedule.ts';
import type { Effect, Timeline } from '../timeline/timeline.ts';
import { ofKind } from '../timeline/timeline.ts';

export type Missing = Pick<Gap, 'source' | 'reason' | 'wouldSettle'>;

/** For a duplicate that no cause explains: what nobody logged, the closest to the copies first. */
export function missingForCause(timeline: Timeline, effect: Effect): Missing[] {
  const deliveries = ofKind(timeline, 'delivery');
  const executions = [...ofKind(timeline, 'run'), ...ofKind(timeline, 'attempt')];
  const untied = effect.chains.filter((chain) => !chain.delivery || !isStated(chain));
  const without = (name: 'retry_num' | 'answered_at') =>
    deliveries.filter(({ fields }) => fields[name] === undefined).map(({ n }) => `#${n}`);
  const missing: Missing[] = unsettled(timeline, effect);
  const ties: Missing[] = untied.map(({ record, run, call, attempt }) => {
    const between = [call && 'call', attempt && 'attempt', run && 'run'].filter((kind) => kind);
    const what = between.length === 0 ? 'no run or call line ties' : `its ${between.join(' and ')} does not tie`;
    return of(
      `${what} ${nameOf(record)} to a delivery: log delivery_id with the record`,
      `which delivery ${nameOf(record)} came from`,
    );
  });
  missing.push(...ties);
  if (deliveries.length === 0) missing.push(of('no delivery was logged', 'how often the event arrived'));
  const unrun = effect.chains.filter(({ run }) => run === undefined).map(({ record }) => nameOf(record));
  if (unrun.length > 0 && deliveries.length > 0)
    missing.push(
      of(`no line ties ${unrun.join(' and ')} to a run: log run_id`, 'how many runs there were of each delivery'),
    );
  const isJob = effect.chains.some(({ job, attempt, record }) => job ?? attempt ?? record.fields.job_id);
  if (isJob && ofKind(timeline, 'attempt').length === 0)
    missing.push(of('no attempt was logged', 'how often the job ran, and how each time ended'));
  const unmarked = without('retry_num');
  if (deliveries.length > 1 && unmarked.length > 0) {
    missing.push(
      of(
        `${unmarked.join(' and ')} without the retry headers: log retry_num and retry_reason`,
        'whether the sender sent it again, and why',
      ),
    );
  }
  const unanswered = without('answered_at');
  if (unanswered.length > 0) {
    missing.push(of(`${unanswered.join(' and ')} without answered_at`, 'whether the answer came in time'));
  }
  const unhooked = deliveries.filter(({ fields }) => fields.subscription_id === undefined).map(({ n }) => `#${n}`);
  if (deliveries.length > 1 && unhooked.length > 0) {
    missing.push(
      of(
        `${unhooked.join(' and ')} without subscription_id`,
        'whether two registrations sent it, or one sent it twice',
      ),
    );
  }
  const untyped = deliveries.filter(({ fields }) => fields.event_type === undefined).map(({ n }) => `#${n}`);
  if (timeline.events.length > 1 && untyped.length > 0) {
    missing.push(of(`${untyped.join(' and ')} without event_type`, 'whether the events are of two types by right'));
  }
  const unclocked = deliveries.filter(({ at }) => at === undefined).map(({ n }) => `#${n}`);
  if (unclocked.length > 0) {
    missing.push(
      of(`${unclocked.join(' and ')} without the time of arrival: log at`, 'how far apart the copies arrived'),
    );
  }
  const ranAgain = runAgainUnasked(effect);
  if (ranAgain && ranAgain.outcome === undefined)
    missing.push(of(`#${ranAgain.first.n} without outcome`, 'whether it failed, so that the platform ran it again'));
  if (ofKind(timeline, 'guard').length === 0) {
    missing.push(of('no guard line', 'whether a dedupe store was asked, for which key, and what it said'));
  }
  const tied = new Set(timeline.links.filter(({ certainty }) => certainty === 'stated').map(({ child }) => child));
  const adrift = ofKind(timeline, 'guard').filter(({ n }) => !tied.has(n));
  if (adrift.length > 0) {
    const places = adrift.map(({ n }) => `#${n}`).join(' and ');
    missing.push(of(`${places} names no run, job or delivery: log run_id or delivery_id with it`, 'which copy asked'));
  }
  if (executions.length > 0 && executions.every(({ fields }) => fields.instance_id === undefined)) {
    missing.push(of('no run or attempt names its instance_id', 'whether one process made the copies or two'));
  }
  if (deliveries.length > 0 && deliveries.every(({ fields }) => fields.request_id === undefined)) {
    missing.push(of('no delivery has a request_id', 'which lines of other hops belong to it'));
  }
  return missing;
}

/** It ended well and ran again: only the queue's own word tells whether it had heard of the end. */
function unsettled(timeline: Timeline, effect: Effect): Missing[] {
  const attempts = makingAttempts(effect).map(([attempt]) => attempt);
  const first = attempts.find(
    ({ fields }) => fields.outcome === 'done' && fields.settled_at === undefined && fields.settle_outcome === undefined,
  );
  const again = first && attempts.find((other) => other.n > first.n && isSameJob(first, other));
  if (!first || !again) return [];
  const [gapMs, leaseMs] = [spanBetween(first, again), leaseMsOf(timeline, first)];
  const isLease = gapMs !== undefined && leaseMs !== undefined && equalsTimeout(gapMs, leaseMs);
  const fits = isLease
    ? `: #${again.n} began ${formatSpan(gapMs)} after #${first.n} had begun, as long as its lease of ${formatSpan(leaseMs)}, as where that word was lost`
    : '';
  const where = `log them where the worker settles its job, or read the queue ${first.fields.queue ?? ''}`.trimEnd();
  return [
    of(
      `#${first.n} is done, without settled_at and settle_outcome: ${where}`,
      `whether the queue was told that it was done${fits}`,
    ),
  ];
}

function nameOf({ n, fields }: Effect['chains'][number]['record']): string {
  return fields.record_id ?? `#${n}`;
}

function of(reason: string, wouldSettle: string): Missing {
  return { source: 'verdict', reason, wouldSettle };
}

/**
 * For a duplicate whose first named link lies behind the delivery: what would tell why the event came more than once at
 * all. Empty where it came once, or where the fields are there and show an ordinary repeat.
 */
export function missingForRepeat(timeline: Timeline, { chains }: Effect): Missing[] {
  const tied = new Set(chains.flatMap(({ delivery }) => delivery ?? []));
  const events = new Set(chains.map(({ event }) => event));
  const ids = new Set([...events].map((event) => event?.eventId));
  const all = ofKind(timeline, 'delivery').filter(({ fields }) => ids.has(fields.event_id));
  if (all.length === 0) return [of('no delivery was logged', 'how often the event arrived, and why')];
  const isOneUntied = chains.some(({ delivery, job, attempt }) => delivery === undefined && !job && !attempt);
  if (isOneUntied) return [of('not every copy names its delivery', 'how often the event arrived, and why')];
  const jobs = new Set(chains.map(({ job, attempt }) => (job ?? attempt)?.fields.job_id));
  if (tied.size < 2 && jobs.size > 1 && all.length > 1)
    return [of('no job names its delivery', 'which arrival each copy came from')];
  const deliveries = tied.size > 0 ? [...tied] : all;
  if (events.size > 1 && [...events].some((event) => event?.type === undefined))
    return [of('no event_type of each event', 'whether the events are of two types by right')];
  if (events.size > 1) {
    const isOneKind = new Set([...events].map((event) => `${event?.type} ${event?.subtype}`)).size === 1;
    const areHooked = all.every(({ fields }) => fields.subscription_id !== undefined);
    return isOneKind && !areHooked ? [of('no subscription_id of each delivery', fieldsThatTell.subscription_id)] : [];
  }
  if (deliveries.length < 2) return [];
  const first = deliveries[0];
  const answerMs = first && answerSpan(first);
  const isLate = answerMs === undefined || answerMs >= (timeline.retries?.ackDeadlineMs ?? 0) - networkMs;
  if (isLate && chains.every(({ run }) => run === undefined))
    return [of('no copy names its run', 'how much of the time before the answer the work took')];
  const lacks = (names: readonly (keyof typeof fieldsThatTell)[]) =>
    names.filter((name) => deliveries.every(({ fields }) => fields[name] === undefined));
  const missing = lacks(['retry_num', 'sent_at', 'body_digest', 'subscription_id', 'instance_id']).map((name) =>
    of(`no delivery with ${name}`, fieldsThatTell[name]),
  );
  if (first !== undefined && first.fields.answered_at === undefined)
    missing.push(of(`#${first.n} without answered_at`, fieldsThatTell.answered_at));
  return missing;
}

const fieldsThatTell = {
  retry_num: 'whether the sender marked it as a repeat, and why it sent it again',
  sent_at: 'whether the sender sent it twice, or a hop on the way did',
  body_digest: 'whether the sender sent it twice, or a hop on the way did',
  subscription_id: 'whether two registrations sent it',
  instance_id: 'whether one process took it or two',
  answered_at: 'whether the sender had an answer in time',
} as const;

function orIn(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** For an event of which nothing was made: what would tell why. */
export function missingForLoss(timeline: Timeline): Missing[] {
  const deliveries = ofKind(timeline, 'delivery');
  const without = (name: 'disposition' | 'status') => deliveries.every(({ fields }) => fields[name] === undefined);
  const missing: Missing[] = [];
  const ways = wayOfLoss(timeline) ? [] : waysThatFit(timeline).map(({ id }) => id);
  if (ways.length > 0)
    missing.push(
      of(
        `no line shows the way of the loss: ${orIn(ways)} would fit`,
        'which of them it was, or that nothing was wished',
      ),
    );
  if (deliveries.length === 0) missing.push(of('no delivery was logged', 'whether the event arrived'));
  else if (without('disposition'))
    missing.push(of('no delivery with disposition', 'whether the app took the event on or turned it away'));
  const away = deliveries.find(({ fields }) => fields.disposition !== undefined && fields.disposition !== 'accepted');
  if (away && away.fields.retry_num === undefined)
    missing.push(of(`#${away.n} without retry_num`, 'whether it was turned away for being a repeat'));
  if (ofKind(timeline, 'guard').length === 0)
    missing.push(of('no guard line', 'whether a dedupe store took it for a copy'));
  if (!timeline.facts.some(({ kind }) => kind === 'run' || kind === 'job' || kind === 'attempt'))
    missing.push(of('no run, job or attempt line', 'whether any work began'));
  return missing;
}
