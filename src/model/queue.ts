// A queue that work passes through: what it still knows of a job, how exactly, and how a connector is asked for it.
import type * as z from 'zod/mini';
import type { Instant } from './instant.ts';
import type { QueueSurvey } from './queue-survey.ts';

/**
 * `exact`: the queue kept it for this one start. `last-only`: one place for all starts, and the last one has written over
 * the others. `inferred`: computed from something else that it kept.
 */
export const exactnesses = ['exact', 'last-only', 'inferred'] as const;
export type Exactness = (typeof exactnesses)[number];

/** `dead`: given up, and kept for a person. `gone`: known from a history or a counter, the job itself was removed. */
export const jobStates = ['waiting', 'delayed', 'active', 'done', 'failed', 'dead', 'cancelled', 'gone'] as const;
export type JobState = (typeof jobStates)[number];

/** The cheapest way that found it: the id, the deduplication key, a path in the payload within a window, or a capped scan. */
export const waysFound = ['id', 'dedup', 'path', 'scan'] as const;
export type FoundBy = (typeof waysFound)[number];

/** One start of a job, as far as the queue knows it. A start that only a counter tells of has no times. */
export interface QueuedRun {
  /** From 1, in the order of the starts. */
  readonly attempt: number;
  /** When a worker took it from the queue, where that is kept and is another moment than the start. */
  readonly receivedAt?: Instant | undefined;
  readonly startedAt: Instant | undefined;
  /** Of the times: how the queue keeps them. */
  readonly exactness: Exactness;
  /** Its own end; of a lost one the moment at which the queue gave it up. */
  readonly finishedAt: Instant | undefined;
  readonly outcome: 'done' | 'failed' | 'lost' | 'running' | 'unknown';
  /** Classified by `failureCode`; a queue's free text never leaves its connector. */
  readonly errorCode: string | undefined;
  /** The name that the worker gave itself. */
  readonly instance: string | undefined;
  /** Of the one that is running: when the queue takes the job away. */
  readonly leaseUntil: Instant | undefined;
  /** The key or the row that says so. */
  readonly where: string;
}

/** Of a start without an end: when its lease is over, its worker may have died, or be at work on what is no longer its own. */
export function openOutcome(leaseUntil: Instant | undefined, now: Instant): 'running' | 'unknown' {
  return leaseUntil === undefined || leaseUntil > now ? 'running' : 'unknown';
}

/** A second add under an id or a deduplication key, and what the queue did with it. */
export interface QueueGuard {
  readonly at: Instant | undefined;
  readonly key: string;
  readonly result: 'hit' | 'claimed';
  /** The first start that came out of it. */
  readonly attempt: number | undefined;
  readonly expiresAt: Instant | undefined;
  readonly where: string;
}

/** What the queue has stored of its own rules for a job, or the configuration says of them. Milliseconds. */
export interface QueueLimits {
  /** Lock, lease, visibility timeout or expiry: so long one start may go on before another begins. */
  readonly leaseMs: number | undefined;
  readonly maxAttempts: number | undefined;
  /** When a job that has ended is removed, in words: "when it is done", "after 24 h", "never". */
  readonly removal: string | undefined;
}

export interface QueuedJob extends QueueLimits {
  /** The queue's own name and id: `job:QUEUE/ID`, and what a worker logs as `queue` and `job_id`. */
  readonly queue: string;
  readonly jobId: string;
  /** As the payload names them at the configured paths. */
  readonly eventId: string | undefined;
  readonly sourceEventKey: string | undefined;
  readonly workspaceId: string | undefined;
  readonly addedAt: Instant | undefined;
  /** Not before this. */
  readonly runAt: Instant | undefined;
  readonly state: JobState | undefined;
  /** At least so many starts; a queue that counts exactly says `exact`. */
  readonly starts: { readonly atLeast: number; readonly exactness: Exactness };
  /** How often the queue itself took it for abandoned; undefined where it does not count that. */
  readonly stalled: number | undefined;
  readonly runs: readonly QueuedRun[];
  readonly guards: readonly QueueGuard[];
  /** When the job is to be removed; undefined is not known. */
  readonly expiresAt: Instant | undefined;
  readonly foundBy: FoundBy;
  readonly where: string;
}

export interface QueueQuestion {
  readonly eventIds: readonly string[];
  readonly sourceEventKeys: readonly string[];
  /** `queue` undefined: whichever has it. */
  readonly jobs: readonly { readonly queue: string | undefined; readonly id: string }[];
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
}

/** Something that could not be seen, in the words of a gap. */
export interface Unseen {
  readonly reason: string;
  readonly wouldSettle: string;
  /** Only that no job was found: a later question, by a better name, may find one. */
  readonly isAbsence?: true;
}

/** A look at everything that was there in a span, bounded. */
export interface QueueWindow {
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
  /** Jobs at most; a queue with a smaller bound of its own keeps to that. */
  readonly limit: number;
}

export interface QueueAnswer {
  readonly jobs: readonly QueuedJob[];
  /** Proved: something that must be there was read by the same account. Unproved: an empty answer proves nothing. */
  readonly visibility: 'proved' | 'unknown';
  /** What was not read: a bound that was reached, a history that begins too late, a job that is known and removed. */
  readonly unseen: readonly Unseen[];
  /** The span in which every start was kept; undefined where the queue has no history. */
  readonly history: { readonly from: Instant; readonly to: Instant } | undefined;
}

export interface QueueAbout {
  /** Of the store and, where it is written down, of the library: `Redis 7.2, bullmq 5.1`. Undefined: nothing tells. */
  readonly version: string | undefined;
  /** The store's clock at the moment of the answer. */
  readonly now: Instant | undefined;
}

export interface Queue {
  /** Which system and which part of it, for a person. No secrets. */
  readonly place: string;
  /**
   * The cheapest way first; a dearer one only for what the cheaper did not find. Read-only and bounded. Throws
   * DEDUPE_QUEUE_UNREACHABLE or DEDUPE_QUEUE_REFUSED when nothing could be read.
   */
  find(question: QueueQuestion, signal: AbortSignal): Promise<QueueAnswer>;
  /**
   * Jobs of a span, the newest first, read-only and bounded: what was left out is said in `unseen`. Throws as `find` does.
   * Absent: this queue cannot be asked by time.
   */
  list?(window: QueueWindow, signal: AbortSignal): Promise<QueueAnswer>;
  /**
   * The names of the queues in it that the configuration means, where they are cheap to ask for; undefined: this account may
   * not see them. Absent: this connector cannot ask. Throws like `find`.
   */
  names?(signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** What the system says of itself. Absent: this connector cannot ask. Throws like `find`. */
  about?(signal: AbortSignal): Promise<QueueAbout>;
  /**
   * What each queue has stored of its own rules; left out where a system stores none. Read-only and bounded, throws as `find` does,
   * and DEDUPE_QUEUE_REFUSED where the account does not see the jobs.
   */
  survey?(signal: AbortSignal): Promise<readonly QueueSurvey[]>;
  close(): Promise<void>;
}

/** What a connector needs of the world beside its settings. */
export interface QueueWorld {
  /** Under which the configuration lists it. */
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): Instant;
}

/** One kind of queue as the list of queues holds it. */
export interface QueueAdapter<Settings = unknown> {
  /** Equal to the file's name; `type` in the configuration; `source-ID` in explain. */
  readonly id: string;
  readonly title: string;
  readonly settings: z.ZodMiniType<Settings>;
  /** Opens nothing yet: the first question connects. Throws DEDUPE_QUEUE_CREDENTIALS when the environment lacks one. */
  open(settings: Settings, world: QueueWorld): Queue;
}
