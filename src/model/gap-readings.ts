// What a gap of this length usually means: printed beside the answer, also an open one. A gap never decides alone.
import type { Fact } from './fact.ts';
import { madeAt } from './timeline/duplicates.ts';
import type { Timeline } from './timeline/timeline.ts';
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

/** Between receipts that follow one another, then between the objects of each effect. */
export function gapReadings(timeline: Timeline): GapReading[] {
  const receipts = ofKind(timeline, 'delivery').map((fact) => ({ fact, at: fact.at }));
  return [
    ...readingsOf('receipts', receipts),
    ...timeline.effects.flatMap(({ chains }) =>
      readingsOf(
        'effects',
        chains.map((chain) => ({ fact: chain.record, at: madeAt(chain) })),
      ),
    ),
  ];
}

/** What has no time is left out, and no gap is measured across it. */
function readingsOf(
  between: GapReading['between'],
  all: readonly { fact: Fact; at: number | undefined }[],
): GapReading[] {
  const ordered = all.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return ordered.slice(1).flatMap((later, i) => {
    const before = ordered[i];
    if (before?.at === undefined || later.at === undefined) return [];
    const gapMs = Math.round((later.at - before.at) * 1000) / 1000;
    const facts = [before.fact.n, later.fact.n] as const;
    return [{ between, gapMs, facts, usual: usualReading(between, gapMs) }];
  });
}
