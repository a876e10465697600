// Between a receiver of Bolt and its application: registered first, acknowledged then, handed on by the worker.
import { setTimeout as sleep } from 'node:timers/promises';
import { DedupeError } from '../../errors.ts';
import type { Clock } from '../../model/instant.ts';
import type { EventKey, InboundEvent, Provider } from '../../model/provider.ts';
import type { Filter } from '../contracts/filter.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { Counters } from '../counters.ts';
import { type Dispatch, holdMs } from '../dispatch/dispatch.ts';
import { isInteractive, type LiveDispatch, type Waiters } from '../dispatch/live.ts';
import { deliveryOf, type Instance } from '../ingress/arrival.ts';
import type { Registrar } from '../ingress/registrar.ts';
import type { Ack, BoltApp, BoltEvent } from './shapes.ts';

export interface GateWorld {
  readonly provider: Provider;
  readonly filter: Filter;
  readonly instance: Instance;
  readonly registrar: Registrar;
  readonly dispatch: Dispatch;
  readonly acks: Waiters<Ack>;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly transport: 'http' | 'socket';
  readonly deadlineMs: number;
  /** Of which app an event says that it is. */
  readonly onApp: (appId: string) => void;
}

/** Slack reads the answer to these: options in a list, errors in a dialog, a text under a command. */
const readAnswers = /^(slash_command|view_submission|dialog_submission)$/;

/** Stands in for `processEvent` of the application. Rejects when it is not known whether the event is durable. */
export function gate(app: BoltApp, world: GateWorld): (event: BoltEvent) => Promise<void> {
  const { provider, filter, instance, registrar, counters, clock, transport, deadlineMs } = world;

  return async (given) => {
    const at = clock();
    const event = provider.read(given.body, {});
    // A question reads and changes nothing, and without an id nothing can be told from anything: both as without us.
    if (event?.key === undefined) {
      counters.count('dedupe_questions_total', { provider: provider.id, question: questionOf(given) });
      return app.processEvent(given);
    }
    if (event.appId !== undefined) world.onApp(event.appId);
    const headers = {
      'content-type': 'application/json',
      // Bolt has looked for the mark: where it found none, there was none.
      'x-slack-retry-num': String(given.retryNum ?? 0),
      'x-slack-retry-reason': given.retryReason,
    };
    const received = { method: 'POST', path: transport, headers, body: Buffer.from(JSON.stringify(given.body)) };
    const known = { ...event, key: event.key };
    const delivery = { ...deliveryOf(received, event, provider, instance, at), transport, route: undefined };
    const acking = once(given.ack);
    const live = liveFor(known, acking, world);
    const taken = await registrar.take({ provider, filter, event: known, delivery, received, at, deadlineMs, live });
    if (taken.answer === undefined) {
      counters.count('dedupe_refusals_total', { provider: provider.id, reason: taken.reason });
      return acking();
    }
    if (taken.answer.status === 200) await acking();
    taken.answered();
    if (taken.answer.status >= 400 && taken.answer.disposition !== 'unanswered')
      throw new DedupeError('DEDUPE_DB_BUSY', 'the event could not be made durable in time; Slack sends events again');
  };
}

/** Everything that a person did is handed on at once: a trigger lives for three seconds. */
function liveFor(
  event: InboundEvent & { readonly key: EventKey },
  ack: Ack,
  world: GateWorld,
): LiveDispatch | undefined {
  if (!isInteractive(event)) return undefined;
  const { acks, dispatch } = world;
  const isRead = readAnswers.test(event.type ?? '');
  return {
    holdMs,
    wants: () => true,
    async answer(key, sourceEventKey, deadlineMs) {
      if (!isRead) {
        await ack();
        void dispatch.now(key, sourceEventKey).catch(() => {});
        return undefined;
      }
      const told = new Promise<void>((resolve) => {
        acks.add(key.workspaceId, sourceEventKey, async (response) => {
          resolve();
          // Too late for Slack is no fault of the listener's.
          await ack(response).catch(() => {});
        });
      });
      const ended = dispatch
        .now(key, sourceEventKey)
        .then((step) => (step && failed.has(step.ended) ? unanswered : undefined))
        .catch(() => unanswered);
      const late = sleep(Math.max(0, deadlineMs), unanswered, { ref: false });
      const answer = await Promise.race([told.then(() => undefined), ended, late]);
      acks.take(key.workspaceId, sourceEventKey);
      return answer;
    },
  };
}

const failed: ReadonlySet<string> = new Set(['unknown', 'retry', 'dead']);

/** Then Bolt's own time limit tells the user that something went wrong. */
const unanswered: IngressAnswer = { status: 504, disposition: 'unanswered', reason: 'listener_did_not_answer' };

function once(ack: Ack): Ack {
  let isDone = false;
  return async (response) => {
    if (isDone) return;
    isDone = true;
    await ack(response);
  };
}

function questionOf({ body }: BoltEvent): string {
  return /^(block|dialog)_suggestion$/.test(String(body.type)) ? String(body.type) : 'other';
}
