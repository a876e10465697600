// A row of pg-boss as the one model. Counter and times are of the last start; what an earlier one did is written over.
import { type Instant, parseInstant } from '../../model/instant.ts';
import { type FoundBy, type JobState, openOutcome, type QueuedJob, type QueuedRun } from '../../model/queue.ts';
import { failureCode } from '../../model/queue-failure.ts';
import type { Names } from '../payload/names.ts';
import type { JobRow } from '../postgres/table.ts';

export interface Telling {
  readonly names: Names;
  readonly foundBy: FoundBy;
  /** As the configuration says, where the row does not. */
  readonly leaseMs: number | undefined;
  /** The server's own. */
  readonly now: Instant;
  /** `pgboss.job`. */
  readonly where: string;
}

const states: Readonly<Record<string, JobState>> = {
  ...{ created: 'waiting', retry: 'delayed', active: 'active', completed: 'done', cancelled: 'cancelled' },
  ...{ failed: 'failed', blocked: 'waiting' },
};

export function bossJob(row: JobRow, { names, foundBy, leaseMs, now, where }: Telling): QueuedJob {
  const [queue, jobId] = [String(row.name), String(row.id)];
  const at = (column: string) => parseInstant(row[column] ?? undefined);
  const started = at('started_on');
  const starts = startsOf(row);
  const lease = leaseOf(row) ?? leaseMs;
  const state = states[String(row.state)];
  const place = `${where} ${queue}/${jobId}`;
  const limit = countOf(row.retry_limit);
  const deletion = countOf(row.deletion_seconds);
  const ended = at('completed_on');
  return {
    ...{ queue, jobId, ...names, addedAt: at('created_on'), leaseMs: lease, foundBy, where: place },
    runAt: state === 'delayed' || state === 'waiting' ? at('start_after') : undefined,
    state: state === 'failed' && typeof row.dead_letter === 'string' ? 'dead' : state,
    starts: { atLeast: starts, exactness: 'exact' },
    stalled: undefined,
    runs: runsOf(row, { starts, started, ended, lease, now, place }),
    guards: [],
    maxAttempts: limit === undefined ? undefined : limit + 1,
    removal: deletion === undefined ? undefined : `${deletion / 3600} h after it ended`,
    expiresAt:
      ended === undefined
        ? at('keep_until')
        : deletion === undefined
          ? undefined
          : ((ended + deletion * 1000) as Instant),
  };
}

export function startsOf(row: JobRow): number {
  const repeats = countOf(row.retry_count) ?? 0;
  return parseInstant(row.started_on ?? undefined) === undefined ? repeats : repeats + 1;
}

interface Starts {
  readonly starts: number;
  readonly started: Instant | undefined;
  readonly ended: Instant | undefined;
  readonly lease: number | undefined;
  readonly now: Instant;
  readonly place: string;
}

function runsOf(row: JobRow, { starts, started, ended, lease, now, place }: Starts): QueuedRun[] {
  const added = parseInstant(row.created_on);
  const after = parseInstant(row.start_after);
  // Set when the start before the last was given up, plus the wait that the queue was told to make.
  const isAtOnce = row.retry_backoff !== true && (countOf(row.retry_delay) ?? 0) === 0;
  const gaveUp = after !== undefined && added !== undefined && after > added && isAtOnce ? after : undefined;
  return Array.from({ length: starts }, (_, i): QueuedRun => {
    const isLast = i === starts - 1 && started !== undefined;
    const blank = { attempt: i + 1, errorCode: undefined, instance: undefined, leaseUntil: undefined };
    if (!isLast) {
      const finishedAt = i === starts - 2 && started !== undefined ? gaveUp : undefined;
      const times = { startedAt: undefined, exactness: 'inferred', finishedAt } as const;
      return { ...blank, ...times, outcome: 'unknown', where: `${place} start ${i + 1}` };
    }
    const code = failureCode(messageOf(row.output));
    const leaseUntil = lease === undefined ? undefined : ((started + lease) as Instant);
    const isRunning = row.state === 'active';
    return {
      ...blank,
      ...{ startedAt: started, exactness: 'last-only', finishedAt: row.state === 'retry' ? gaveUp : ended },
      ...{ outcome: isRunning ? openOutcome(leaseUntil, now) : outcomeOf(row.state, code), where: place },
      errorCode: row.state === 'failed' || row.state === 'retry' ? code : undefined,
      leaseUntil: isRunning ? leaseUntil : undefined,
    };
  });
}

/** A run that its queue gave up may still be at work: it is lost, and what it made is not known. */
function outcomeOf(state: unknown, code: string | undefined): QueuedRun['outcome'] {
  if (state === 'completed') return 'done';
  if (state !== 'failed' && state !== 'retry') return 'unknown';
  return code === 'lease-over' || code === 'heartbeat-timeout' ? 'lost' : 'failed';
}

function messageOf(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return output;
  const { message, value } = output as { readonly message?: unknown; readonly value?: unknown };
  return message ?? (value as { readonly message?: unknown } | undefined)?.message;
}

/** Version 10 keeps an interval, later ones seconds. */
function leaseOf({ expire_in, expire_seconds }: JobRow): number | undefined {
  const seconds = countOf(expire_seconds);
  if (seconds !== undefined) return seconds * 1000;
  const [, days = '0', hours, minutes, rest] =
    /^(?:(\d+) days? ?)?(?:(\d+):(\d\d):(\d\d(?:\.\d+)?))?$/.exec(String(expire_in)) ?? [];
  if (hours === undefined && days === '0') return undefined;
  return ((Number(days) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) * 60_000 + Number(rest ?? 0) * 1000;
}

/** Rows that are copies of another one of them among the dead letters. */
export function copiesAmong(rows: readonly JobRow[]): ReadonlySet<JobRow> {
  const originals = new Map<unknown, JobRow[]>();
  for (const row of rows)
    for (const name of [row.id, row.completed_on]) {
      const same = originals.get(name);
      if (same) same.push(row);
      else if (name !== null) originals.set(name, [row]);
    }
  const near = (row: JobRow) =>
    [row.source_id, row.source_root_id, row.created_on].flatMap((name) => originals.get(name) ?? []);
  return new Set(rows.filter((row) => near(row).some((one) => isCopyOf(row, one))));
}

/**
 * The copy that pg-boss puts into the queue of dead letters. Version 12 links it; version 10 gives it a new id and no
 * link, and makes it in the transaction that ends the job: at the same moment, with the same payload.
 */
function isCopyOf(row: JobRow, original: JobRow): boolean {
  if (row === original || row.id === original.id) return false;
  if (row.source_id !== undefined && row.source_id !== null)
    return row.source_id === original.id || row.source_root_id === original.id;
  return (
    row.name === original.dead_letter &&
    row.created_on === original.completed_on &&
    JSON.stringify(row.data) === JSON.stringify(original.data)
  );
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
