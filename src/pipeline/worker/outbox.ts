// Sends what is planned: the state first, then the bytes, then what came of it.
import type { Instant } from '../../model/instant.ts';
import type { Operation } from '../../model/operation.ts';
import type { Created, Target } from '../../model/target.ts';
import { abandonOperation } from '../../store/operations/abandon-operation.ts';
import { type Claimer, claimOperation, claimOperations } from '../../store/operations/claim-operations.ts';
import { expireOperations, findExpired } from '../../store/operations/expire-operations.ts';
import type { ClaimedOperation, OperationClaim, OperationKey } from '../../store/operations/operation-row.ts';
import { sendOperation } from '../../store/operations/send-operation.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { Process } from '../contracts/process.ts';
import type { RetryPolicy } from '../contracts/retry-policy.ts';
import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';
import { settlementOf } from '../operation/settlement.ts';
import { type Polling, polled } from '../polled.ts';
import { answerInTime } from './answer-in-time.ts';
import { countStep } from './count-step.ts';
import { failureCode } from './failure-code.ts';
import { moveOperation, writeAnswer } from './settle.ts';

export interface OutboxOptions extends Polling {
  readonly sessions: Sessions;
  readonly targets: ReadonlyMap<string, Target>;
  readonly claimer: Claimer;
  readonly retry: RetryPolicy;
  readonly chance: () => number;
  readonly leaseMs?: number | undefined;
  /** A request that takes longer is cut off, well before its lease ends. Default: a third of the lease. */
  readonly requestMs?: number;
  /** Operations in one claim at most, all sent at once. */
  readonly batch?: number;
  readonly counters?: Counters | undefined;
  readonly onStep?: ((step: WorkerStep) => void) | undefined;
  /** Its operations are made within the attempt of another one, which stands for the event. */
  readonly isInside?: boolean;
}

export interface Outbox extends Process<readonly WorkerStep[]> {
  /** One planned operation to its end, due or not. Undefined: it is not planned any more. */
  take(key: OperationKey): Promise<WorkerStep | undefined>;
}

export function outbox(options: OutboxOptions): Outbox {
  const { sessions, targets, claimer, retry, chance, leaseMs = 60_000, batch = 20, counters, onStep } = options;
  const requestMs = options.requestMs ?? leaseMs / 3;

  async function send(row: ClaimedOperation): Promise<WorkerStep> {
    const claim = claimOf(row);
    const about = { ...claim, eventId: row.event_id ?? '' };
    const target = targets.get(row.target);
    const { request } = row;
    if (target === undefined || request === null) {
      const left = await moveOperation(sessions, row, (inside) => abandonOperation(inside, claim, 'request_not_kept'));
      return { ...about, ended: left?.state === 'unknown' ? 'unknown' : 'dead', errorCode: 'request_not_kept' };
    }
    const sinceFirstSentMs = await sessions.use((database) => sendOperation(database, claim, leaseMs));
    if (sinceFirstSentMs === undefined) return { ...about, ended: 'superseded' };
    const settle = (created: Created) => {
      const sent = { failures: row.failures, sinceFirstSentMs };
      return settlementOf(created, sent, target.abilities, retry, chance());
    };
    const created = await answerInTime(
      (signal) => target.create(operationOf(row), request, signal),
      requestMs,
      (late) => void writeAnswer(sessions, row, settle(late), leaseMs).catch(() => {}),
    );
    const end = settle(created);
    if (!(await writeAnswer(sessions, row, end, leaseMs))) return { ...about, ended: 'superseded' };
    switch (end.to) {
      case 'confirmed':
        return {
          ...about,
          ended: 'processed',
          resultId: end.externalId,
          ...(end.errorCode ? { errorCode: end.errorCode } : {}),
        };
      case 'planned':
        return { ...about, ended: 'retry', errorCode: end.errorCode, delayMs: end.delayMs };
      default:
        return { ...about, ended: end.to, errorCode: end.errorCode };
    }
  }

  /** What cannot be written now is settled by the end of the lease: planned runs again, sent becomes unknown. */
  async function step(row: ClaimedOperation): Promise<WorkerStep> {
    const step: WorkerStep = await send(row).catch((error) => ({
      ...{ ...claimOf(row), eventId: row.event_id ?? '' },
      ...{ ended: 'unknown', errorCode: failureCode(error) },
    }));
    if (counters) countStep(counters, 'outbox', step, options);
    onStep?.(step);
    return step;
  }

  async function claim(): Promise<readonly Promise<WorkerStep>[]> {
    const expired = await sessions.use((database) => findExpired(database, batch));
    for (const base of expired)
      await moveOperation(sessions, { base_key: base.baseKey, workspace_id: base.workspaceId }, async (inside) => {
        const [first] = await expireOperations(inside, base);
        return first;
      });
    const names = [...targets.keys()];
    const rows = await sessions.use((database) =>
      claimOperations(database, { limit: batch, leaseMs, targets: names, claimer }),
    );
    return rows.map(step);
  }

  return {
    ...polled('outbox', claim, { ...options, batch }),
    async take(key) {
      const row = await sessions.use((database) => claimOperation(database, key, { leaseMs, claimer }));
      return row && step(row);
    },
  };
}

function claimOf({ source_event_key, workspace_id, attempt }: ClaimedOperation): OperationClaim {
  return { sourceEventKey: source_event_key, workspaceId: workspace_id, attempt };
}

function operationOf(row: ClaimedOperation): Operation {
  return {
    sourceEventKey: row.source_event_key,
    workspaceId: row.workspace_id,
    target: row.target,
    state: 'sent',
    attempt: row.attempt,
    idempotencyKey: row.idempotency_key,
    externalId: row.external_id ?? undefined,
    plannedAt: row.planned_at.getTime() as Instant,
    sentAt: undefined,
    finishedAt: undefined,
    leaseUntil: undefined,
    lastErrorCode: undefined,
  };
}
