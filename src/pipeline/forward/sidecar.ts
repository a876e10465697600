// In front of an application in any language: it is given each event once, and its answers go back to whoever waits.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../model/instant.ts';
import type { MetricName } from '../../model/metrics/catalogue.ts';
import type { Sample } from '../../model/metrics/sample.ts';
import { notSentCode } from '../../model/not-sent.ts';
import { appTargetOf, effectTargetOf } from '../../model/operation.ts';
import type { Created } from '../../model/target.ts';
import type { Claimer } from '../../store/operations/claim-operations.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { WorkerStep } from '../contracts/worker.ts';
import type { Counters } from '../counters.ts';
import { appTarget, type Deliver, unnamed } from '../dispatch/app-target.ts';
import { createDispatch, type Dispatch, holdMs } from '../dispatch/dispatch.ts';
import { createWaiters, isInteractive, type LiveDispatch, onlyNow } from '../dispatch/live.ts';
import type { Receiver, Said } from '../ingress/received.ts';
import { failureCode } from '../worker/failure-code.ts';
import type { ForwardOptions } from './options.ts';
import { outcomeOf } from './outcome.ts';
import { createReach } from './reach.ts';
import { send } from './send.ts';

interface World {
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly claimer: Claimer;
  readonly clock: Clock;
}

export interface Sidecar {
  readonly receiver: Receiver;
  readonly dispatch: Dispatch;
  /** What there is to say of the application to whoever watches. */
  samples(): readonly Sample[];
}

export function sidecar(receiver: Receiver, options: ForwardOptions, world: World): Sidecar {
  const { provider } = receiver;
  const { url, idempotentForMs } = options;
  const secret = options.secret ?? (() => receiver.secrets()[0] ?? '');
  const waiters = createWaiters<(said: Said) => void>();
  const reach = createReach(options.onReach);

  const deliver: Deliver = async ({ workspaceId, sourceEventKey, idempotencyKey, attempt }, event, signal) => {
    const more = { 'idempotency-key': encodeURI(idempotencyKey), 'x-dedupe-attempt': String(attempt) };
    const tell = waiters.take(workspaceId, sourceEventKey);
    const own = (created: Created) => (tell === undefined ? created : onlyNow(created));
    try {
      const said = await reach.watch(send({ url, provider, secret: secret(), ...event }, more, world.clock(), signal));
      tell?.(said);
      return own(outcomeOf(said, unnamed({ sourceEventKey })));
    } catch (error) {
      return own(failed(error));
    }
  };

  const target = appTarget(appTargetOf(provider), `the application behind ${provider}`, deliver, idempotentForMs);
  const dispatch = createDispatch({
    ...options,
    ...world,
    provider,
    target,
    effects: effectTargetOf(provider),
    declaredForMs: idempotentForMs === undefined ? undefined : idempotentForMs / 2,
    isWaitedFor: waiters.has,
  });

  const live: LiveDispatch = {
    holdMs,
    wants: isInteractive,
    async answer(key, sourceEventKey, deadlineMs) {
      const told = new Promise<Said>((resolve) => waiters.add(key.workspaceId, sourceEventKey, resolve));
      const said = told.then((answer): IngressAnswer => ({ ...answer, disposition: 'answered', sourceEventKey }));
      const ended = dispatch
        .now(key, sourceEventKey)
        .then(failureOf)
        .catch(() => lost);
      const late = sleep(Math.max(0, deadlineMs), lost, { ref: false });
      const answer = await Promise.race([said, ended, late]);
      waiters.take(key.workspaceId, sourceEventKey);
      return answer;
    },
  };

  const ask: Receiver['ask'] = (received, deadlineMs) => {
    const headers = { 'content-type': received.headers['content-type'] ?? 'application/octet-stream' };
    const cut = AbortSignal.timeout(deadlineMs);
    const outgoing = { url, provider, secret: secret(), headers, body: received.body };
    return reach.watch(send(outgoing, {}, world.clock(), cut)).catch(() => undefined);
  };

  const up = 'dedupe_application_up' satisfies MetricName;
  return {
    ...{ dispatch, receiver: { ...receiver, live, ask } },
    samples: () => (reach.isUp === undefined ? [] : [{ name: up, labels: { provider }, value: reach.isUp ? 1 : 0 }]),
  };
}

const lost: IngressAnswer = { status: 504, disposition: 'unanswered', reason: 'application_did_not_answer' };

const notReached: IngressAnswer = { status: 503, disposition: 'unanswered', reason: 'application_not_reached' };

/** Undefined: it went well, or an effect was there already. */
function failureOf(step: WorkerStep | undefined): IngressAnswer | undefined {
  if (step?.ended === 'dead') return notReached;
  return step?.ended === 'unknown' || step?.ended === 'retry' ? lost : undefined;
}

function failed(error: unknown): Created {
  const code = notSentCode(error);
  if (code !== undefined) return { outcome: 'refused', reason: code, temporary: true };
  return { outcome: 'unknown', reason: failureCode(error) };
}
