// Claims events, asks for their effects, and writes both in one transaction. Many at once.
import { isDataFault } from '../../store/data-fault.ts';
import type { Claimer } from '../../store/operations/claim-operations.ts';
import type { Sessions } from '../../store/sessions.ts';
import { claimEvent, claimEvents } from '../../store/work/claim-events.ts';
import type { ClaimedEvent, EventClaim } from '../../store/work/event-claim.ts';
import { finishEvents } from '../../store/work/finish-events.ts';
import type { Process } from '../contracts/process.ts';
import type { RetryPolicy } from '../contracts/retry-policy.ts';
import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';
import { groupCommit } from '../group-commit.ts';
import { type Polling, polled } from '../polled.ts';
import { commitPlans, type Planned } from './commit-plans.ts';
import { countStep } from './count-step.ts';
import { type Wanted, wantedBy } from './effects.ts';
import { failureCode } from './failure-code.ts';
import { keepLeases } from './leases.ts';
import { PermanentError, type Plan, type WorkEvent, workEventOf } from './plan.ts';

export interface EventWorkerOptions extends Polling {
  readonly sessions: Sessions;
  readonly plan: Plan;
  /** Targets that effects may name, beside the local one. */
  readonly targets: ReadonlySet<string>;
  readonly claimer: Claimer;
  readonly retry: RetryPolicy;
  /** [0, 1): spreads the delays. */
  readonly chance: () => number;
  readonly leaseMs?: number | undefined;
  /** A plan that takes longer has failed for this time. Default: five leases. */
  readonly limitMs?: number;
  /** Whose events; undefined: anybody's. */
  readonly providers?: readonly string[] | undefined;
  /** Events in one claim at most. */
  readonly batch?: number;
  readonly counters?: Counters | undefined;
  readonly onStep?: ((step: WorkerStep) => void) | undefined;
  /** What the plan threw, and what was wrong with what it returned. */
  readonly onPlanError?: ((error: unknown) => void) | undefined;
}

export interface EventWorker extends Process<readonly WorkerStep[]> {
  /** One event to its end, held back or not. Undefined: another worker has it. */
  take(key: Omit<EventClaim, 'attempt'>): Promise<WorkerStep | undefined>;
}

export function eventWorker(options: EventWorkerOptions): EventWorker {
  const {
    sessions,
    plan,
    targets,
    claimer,
    retry,
    chance,
    leaseMs = 30_000,
    batch = 100,
    counters,
    onStep,
    onPlanError,
  } = options;
  const leases = keepLeases(sessions, { leaseMs, limitMs: options.limitMs ?? leaseMs * 5 });
  const commits = groupCommit({
    commit: (planned: readonly Planned[]) => commitPlans(sessions, planned, counters),
    isHopeless: isRefusedForGood,
  });

  async function wantedFor(event: WorkEvent, signal: AbortSignal): Promise<Wanted> {
    try {
      const asked = plan(event, signal);
      const effects = asked instanceof Promise ? await untilAborted(asked, signal) : await asked;
      return wantedBy(event, effects, targets, claimer.instanceId);
    } catch (error) {
      // Of a lease that was lost the plan knows nothing.
      if (error !== signal.reason) onPlanError?.(error);
      throw error;
    }
  }

  async function process(row: ClaimedEvent): Promise<WorkerStep> {
    const claim = claimOf(row);
    const about = { ...claim, sourceEventKey: row.source_event_key ?? '' };
    const lease = leases.take(claim);
    try {
      // A worker that was lost in it may have been lost because of it.
      if (row.was_lost && retry.decide(failure(row.failures), 0).decision === 'dead')
        return await fail(about, row.failures - 1, new PermanentError('lease_lost'));
      const event = workEventOf(row);
      const wanted = await wantedFor(event, lease.signal);
      const planned = { ...claim, sourceEventKey: event.sourceEventKey, wanted };
      const standing = await commits.add(planned, leaseMs * 2).catch((error) => {
        throw isRefusedForGood(error) ? new PermanentError('unstorable') : error;
      });
      if (standing === undefined) return { ...about, ended: 'superseded' };
      const { status, resultId, errorCode = '' } = standing;
      if (status === 'processed') return { ...about, ended: 'processed', resultId };
      if (status === 'unknown_result') return { ...about, ended: 'unknown', errorCode };
      return status === 'permanent_error' ? { ...about, ended: 'dead', errorCode } : { ...about, ended: 'planned' };
    } catch (error) {
      return await fail(about, row.failures, error);
    } finally {
      lease.release();
    }
  }

  /** When not even this can be written, the lease runs out and somebody else takes the event. */
  async function fail(
    about: EventClaim & { sourceEventKey: string },
    before: number,
    error: unknown,
  ): Promise<WorkerStep> {
    const failures = before + 1;
    const decision = retry.decide({ ...failure(failures), temporary: !(error instanceof PermanentError) }, chance());
    const errorCode = failureCode(error);
    const delayMs = decision.decision === 'retry' ? decision.delayMs : undefined;
    const status = delayMs === undefined ? 'permanent_error' : 'retryable_error';
    try {
      await sessions.use((database) =>
        finishEvents(database, [{ ...about, status, delayMs, errorCode, failures, outcome: 'failed' }]),
      );
    } catch {
      return { ...about, ended: 'superseded' };
    }
    return delayMs === undefined
      ? { ...about, ended: 'dead', errorCode }
      : { ...about, ended: 'retry', errorCode, delayMs };
  }

  async function claim(): Promise<readonly Promise<WorkerStep>[]> {
    const rows = await sessions.use((database) =>
      claimEvents(database, { limit: batch, leaseMs, claimer, providers: options.providers }),
    );
    return rows.map(step);
  }

  async function step(row: ClaimedEvent): Promise<WorkerStep> {
    counters?.observe('dedupe_queue_wait_seconds', row.waited_ms / 1_000);
    const step = await process(row);
    if (counters) countStep(counters, 'worker', step);
    onStep?.(step);
    return step;
  }

  return {
    ...polled('worker', claim, { ...options, batch, stop: () => leases.stop() }),
    async take(key) {
      const row = await sessions.use((database) => claimEvent(database, key, { leaseMs, claimer }));
      return row && step(row);
    },
  };
}

/**
 * What the database refuses, and what cannot even be brought into a statement: an error of the language comes again however
 * often the same values are tried.
 */
function isRefusedForGood(error: unknown): boolean {
  return isDataFault(error) || error instanceof TypeError || error instanceof RangeError;
}

function failure(failures: number) {
  return { failures, temporary: true, retryAfterMs: undefined };
}

function claimOf({ provider, workspace_id, event_id, attempt }: ClaimedEvent): EventClaim {
  return { provider, workspaceId: workspace_id, eventId: event_id, attempt };
}

/** A plan need not listen to the signal: what it says afterwards is not waited for. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
