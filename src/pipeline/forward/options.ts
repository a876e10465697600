// How an application behind the receiver is reached, and what it promises.
import type { WorkerStep } from '../contracts/worker.ts';
import type { RetryLimits } from '../retry-policy.ts';
import type { OnReach } from './reach.ts';

export interface ForwardOptions {
  /** Where the application takes events: `http://127.0.0.1:3000/slack/events`. */
  readonly url: string;
  /** With which it checks them. Undefined: the newest secret of the sender. */
  readonly secret?: (() => string) | undefined;
  /** For so long it knows an Idempotency-Key again, in milliseconds. Undefined: it is not idempotent. */
  readonly idempotentForMs?: number | undefined;
  readonly retry?: RetryLimits | undefined;
  readonly leaseMs?: number | undefined;
  /** An application that takes longer over one event is not waited for. Default: two thirds of the lease. */
  readonly requestMs?: number | undefined;
  readonly pollMs?: number | undefined;
  readonly onStep?: ((step: WorkerStep) => void) | undefined;
  /** Told once when it cannot be reached, and once when it can again. */
  readonly onReach?: OnReach | undefined;
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}
