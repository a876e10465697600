// What one queue has stored of its own rules, and what its newest jobs tell of them, for audit. Milliseconds.
export interface QueueSurvey {
  /** The queue's own name. */
  readonly queue: string;
  /** Jobs that were looked at: the newest, as far as a bound goes. */
  readonly jobs: number;
  /** So long one start may go on before another begins; undefined: nothing stored or configured says. */
  readonly leaseMs: number | undefined;
  /** A worker that lives prolongs its lease. */
  readonly isRenewed: boolean;
  readonly longestRunMs: number | undefined;
  /** Jobs bear an id or a key that whoever adds them made: the queue turns a second one away while it knows the first. */
  readonly isKeyed: boolean;
  /** How long the queue knows the key of a job that is done: 0 is not at all, undefined is not known or for ever. */
  readonly keepsKeyMs: number | undefined;
  /** The setting that says so, as the queue calls it. */
  readonly keepsBy: string;
  /** The most starts that one of the jobs may have; undefined: no job says. */
  readonly attempts: number | undefined;
  /** The most starts of a job whose next one follows at once, without a pause; undefined: none is so, or it is not stored. */
  readonly attemptsAtOnce: number | undefined;
  /** The setting by which a job that failed for the last time is deleted; undefined: none is, or it is not stored. */
  readonly forgetsFailedBy: string | undefined;
  /** What a queue of this kind, or this account, does not show of all that. */
  readonly unseen: readonly string[];
}
