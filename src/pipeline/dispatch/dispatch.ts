// Events on their way to an application: planned, sent, settled; at once where somebody waits, by the worker otherwise.
import type { EventKey } from '../../model/provider.ts';
import type { Target } from '../../model/target.ts';
import type { Claimer } from '../../store/operations/claim-operations.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';
import { exponentialRetry, type RetryLimits } from '../retry-policy.ts';
import { eventWorker } from '../worker/event-worker.ts';
import { outbox } from '../worker/outbox.ts';
import { freeze } from './frozen.ts';
import { repeatCut } from './repeat-cut.ts';

export interface DispatchOptions {
  readonly sessions: Sessions;
  /** Whose events these are: no other is claimed. */
  readonly provider: string;
  readonly target: Target;
  /** The target under which effects inside the application stand in the ledger. */
  readonly effects: string;
  /** For so long after the first delivery the application has declared a repeat harmless. Undefined: it has not. */
  readonly declaredForMs: number | undefined;
  readonly claimer: Claimer;
  readonly counters: Counters;
  readonly retry?: RetryLimits | undefined;
  readonly leaseMs?: number | undefined;
  readonly requestMs?: number | undefined;
  readonly pollMs?: number | undefined;
  readonly isWaitedFor: (workspaceId: string, sourceEventKey: string) => boolean;
  readonly onStep?: ((step: WorkerStep) => void) | undefined;
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

export interface Dispatch {
  /** Plans and sends one event in this process. Undefined: another one has it, or its effect was there already or is under way. */
  now(key: EventKey, sourceEventKey: string): Promise<WorkerStep | undefined>;
  wake(): void;
  /** Until the signal; then it ends what is under way. */
  run(signal: AbortSignal): Promise<void>;
}

/** As long as the receiver waits for an answer, and a little more: then any worker may take it. */
export const holdMs = 5_000;

export function createDispatch(options: DispatchOptions): Dispatch {
  const { sessions, provider, target, effects, declaredForMs, pollMs = 500, leaseMs = 30_000, onTrouble } = options;
  const wakers: (() => void)[] = [];
  const common = {
    ...options,
    retry: exponentialRetry(options.retry),
    chance: Math.random,
    pollMs,
    onWake: (wake: () => void) => void wakers.push(wake),
  };
  const events = eventWorker({
    ...common,
    leaseMs,
    providers: [provider],
    targets: new Set([target.id]),
    plan: (event) => {
      const delayMs = options.isWaitedFor(event.workspaceId, event.sourceEventKey) ? holdMs : undefined;
      return [{ target: target.id, request: freeze(event), delayMs }];
    },
    onStep: (step) => {
      options.onStep?.(step);
      if (step.ended === 'planned') wake();
    },
  });
  const { requestMs = (leaseMs * 2) / 3 } = options;
  const requests = outbox({ ...common, targets: new Map([[target.id, target]]), leaseMs: leaseMs * 2, requestMs });

  function wake(): void {
    for (const one of wakers) one();
  }

  const under = new Set<Promise<unknown>>();
  async function begin(key: EventKey, sourceEventKey: string): Promise<WorkerStep | undefined> {
    const planned = await events.take(key);
    if (planned?.ended === 'retry') return planned;
    if (planned?.ended !== 'planned') return undefined;
    return requests.take({ sourceEventKey, workspaceId: key.workspaceId });
  }

  async function repeat(): Promise<void> {
    const query = { target: target.id, effects, declaredForMs, attempts: options.retry?.attempts ?? 20 };
    if ((await repeatCut(sessions, query)) > 0) wake();
  }

  return {
    wake,
    now(key, sourceEventKey) {
      const ended = begin(key, sourceEventKey).finally(() => under.delete(ended));
      under.add(ended);
      return ended;
    },
    async run(signal) {
      const ended = new AbortController();
      const until = AbortSignal.any([signal, ended.signal]);
      const timer = setInterval(() => void repeat().catch((error) => onTrouble?.(error)), pollMs * 2);
      try {
        await Promise.all([events, requests].map((one) => one.run(until).finally(() => ended.abort())));
      } finally {
        clearInterval(timer);
        await Promise.allSettled(under);
      }
    },
  };
}
