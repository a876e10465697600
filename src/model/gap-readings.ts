// What a gap of this length usually means: printed beside the answer, also an open one. A gap never decides alone.
import type { Fact } from './fact.ts';
import { formatSpan } from './instant.ts';
import { equalsTimeout } from './known-timeouts.ts';
import { isSameJob } from './timeline/attempts.ts';
import { madeAt } from './timeline/duplicates.ts';
import { leaseOfJob } from './timeline/lease-ran-out.ts';
import type { Chain, Timeline } from './timeline/timeline.ts';
import { ofKind } from './timeline/timeline.ts';

export interface GapReading {
  readonly between: 'receipts' | 'effects';
  readonly gapMs: number;
  /** Numbers of the two facts. */
  readonly facts: readonly [number, number];
  /** Null: a gap of this length has no usual reading. */
  readonly usual: string | null;
}

interface Band {
  /** Milliseconds: from this one on, and below that one. */
  readonly from: number;
  readonly to: number;
  /** Left out: the same reading for receipts and for effects. */
  readonly between?: GapReading['between'];
  readonly usual: string;
}

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** Each length falls into one band at most, so that a reader gets one reading. Measured on published reports. */
export const bands: readonly Band[] = [
  { from: 0, to: 20, usual: 'two paths at once: never a time-out that was repeated' },
  {
    from: 20,
    to: 250,
    usual:
      'two paths at once: app_mention and message, two registrations, sibling events, a fork in a platform; never a time-out',
  },
  { from: 250, to: 300, usual: 'sibling events of one object, such as created and updated in Jira' },
  { from: 450, to: 600, usual: 'one post by two workspaces of a shared channel, or the edit that adds a preview' },
  { from: 600, to: 1100, usual: 'the edit that adds a preview to a link' },
  { from: 2900, to: 4500, usual: "Slack's first retry, after it waited 3 s" },
  {
    from: 8 * seconds,
    to: 13 * seconds,
    between: 'effects',
    usual: 'an agent or a script that tries again after an error',
  },
  { from: 13.5 * seconds, to: 15 * seconds, usual: 'two schedules of one job with seconds chosen at random' },
  { from: 29.5 * seconds, to: 32 * seconds, usual: 'a lock of 30 s that ran out, the default of Bull and BullMQ' },
  {
    from: 58 * seconds,
    to: 68 * seconds,
    usual: "Slack's second retry, or the read timeout of a client or proxy (60 s)",
  },
  { from: 118 * seconds, to: 124 * seconds, usual: 'a caller that waited 2 min, such as sls invoke' },
  {
    from: 295 * seconds,
    to: 312 * seconds,
    usual: "Slack's last retry, a visibility timeout of 5 min, or the end of a deduplication window of 5 min",
  },
  { from: 12.5 * minutes, to: 13.5 * minutes, usual: 'a late replay after a reconnect or a restart' },
  { from: 15 * minutes, to: 15.75 * minutes, usual: "a job that ran past pg-boss's expiry (15 min)" },
  { from: 30 * minutes, to: 31.5 * minutes, usual: "a job that ran past RabbitMQ's consumer timeout (30 min)" },
  {
    from: 59.9 * minutes,
    to: 63 * minutes,
    usual: 'a job that ran past a visibility timeout of 1 h (Celery on Redis, Sidekiq), or a late replay',
  },
  { from: 4 * hours, to: 4.2 * hours, usual: "a job that ran past Graphile Worker's lock (4 h)" },
  { from: 16.5 * hours, to: 17.5 * hours, usual: 'a late replay after a restart or a reinstall' },
];

export function usualReading(between: GapReading['between'], gapMs: number): string | null {
  const band = bands.find((known) => gapMs >= known.from && gapMs < known.to && (known.between ?? between) === between);
  return band?.usual ?? null;
}

/**
 * Between receipts that follow one another, then between the objects of each effect. A lease that the facts name goes
 * before what a gap of this length usually means elsewhere.
 */
export function gapReadings(timeline: Timeline): GapReading[] {
  const receipts = ofKind(timeline, 'delivery').map((fact) => ({ fact, at: fact.at }));
  return [
    ...readingsOf('receipts', receipts, (before, later, gapMs) => leaseOfEvent(timeline, [before, later], gapMs)),
    ...timeline.effects.flatMap(({ chains }) => {
      const byRecord = new Map<Fact, Chain>(chains.map((chain) => [chain.record, chain]));
      return readingsOf(
        'effects',
        chains.map((chain) => ({ fact: chain.record, at: madeAt(chain) })),
        (before, later, gapMs) => leaseBetween(timeline, byRecord.get(before), byRecord.get(later), gapMs),
      );
    }),
  ];
}

/** What the lease says of a gap; undefined: no lease is known that is as long. */
type Lease = (before: Fact, later: Fact, gapMs: number) => string | undefined;

/** What has no time is left out, and no gap is measured across it. */
function readingsOf(
  between: GapReading['between'],
  all: readonly { fact: Fact; at: number | undefined }[],
  lease: Lease,
): GapReading[] {
  const ordered = all.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return ordered.slice(1).flatMap((later, i) => {
    const before = ordered[i];
    if (before?.at === undefined || later.at === undefined) return [];
    const gapMs = Math.round((later.at - before.at) * 1000) / 1000;
    const facts = [before.fact.n, later.fact.n] as const;
    const own = lease(before.fact, later.fact, gapMs);
    const usual = usualReading(between, gapMs);
    // A provider keeps its schedule beside any queue; what one job made is told by its own lease.
    const both = between === 'receipts' && own && usual ? `${own}, or: ${usual}` : (own ?? usual);
    return [{ between, gapMs, facts, usual: both }];
  });
}

/** Two objects of one job: its starts, or the objects themselves, are as far apart as its lease is long. */
function leaseBetween(timeline: Timeline, before: Chain | undefined, later: Chain | undefined, gapMs: number) {
  const [one, other] = [before && jobOf(before), later && jobOf(later)];
  if (!one?.id || !other || one.id !== other.id || (one.queue && other.queue && one.queue !== other.queue))
    return undefined;
  const [first, second] = [before?.attempt, later?.attempt];
  if (first && first === second) return undefined;
  const starts =
    first?.at !== undefined && second?.at !== undefined && isSameJob(first, second) ? second.at - first.at : undefined;
  const leaseMs = leaseOfJob(timeline, one.queue, one.id);
  const fits = leaseMs !== undefined && [starts, gapMs].some((gap) => gap !== undefined && equalsTimeout(gap, leaseMs));
  return fits ? `a lease that ran out: that of the job is ${formatSpan(leaseMs)}` : undefined;
}

function jobOf({ record, attempt, job }: Chain) {
  const named = [record, attempt, job].find((fact) => fact?.fields.job_id !== undefined);
  return { queue: named?.fields.queue ?? job?.fields.queue, id: named?.fields.job_id };
}

/** A receipt that a queue gives out again, when the job of its event was not settled in time. */
function leaseOfEvent(timeline: Timeline, [before, later]: readonly [Fact, Fact], gapMs: number): string | undefined {
  const event = before.fields.event_id;
  if (event === undefined || event !== later.fields.event_id) return undefined;
  const stated = [...ofKind(timeline, 'job'), ...ofKind(timeline, 'attempt')].filter(
    ({ fields }) => fields.event_id === event,
  );
  const leaseMs = stated
    .map(({ fields }) => fields.lease_ms)
    .find((lease) => lease !== undefined && equalsTimeout(gapMs, lease));
  return leaseMs === undefined
    ? undefined
    : `a lease that ran out: that of a job of this event is ${formatSpan(leaseMs)}`;
}
