// An event of ours on its way into the database: decided by its filter, written once, then answered.
import { type Clock, type Instant, toIso } from '../../model/instant.ts';
import type { EventKey, InboundEvent, Provider } from '../../model/provider.ts';
import { isDataFault } from '../../store/data-fault.ts';
import type { Arrival } from '../../store/intake/arrival.ts';
import { type AnswerNote, noteAnswers } from '../../store/intake/note-answers.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { Filter } from '../contracts/filter.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { Counters } from '../counters.ts';
import { isInteractive, type LiveDispatch } from '../dispatch/live.ts';
import { groupCommit } from '../group-commit.ts';
import { arrivalOf, type Delivery } from './arrival.ts';
import { flushLater } from './flush-later.ts';
import type { Received } from './received.ts';
import { type Registered, registerAll } from './register.ts';

export interface RegistrarOptions {
  readonly sessions: Sessions;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly notify?: (() => void) | undefined;
}

export interface Arrived {
  readonly provider: Provider;
  readonly filter: Filter;
  readonly event: InboundEvent & { readonly key: EventKey };
  readonly delivery: Delivery;
  readonly received: Received;
  readonly at: Instant;
  /** From `at`. */
  readonly deadlineMs: number;
  readonly live?: LiveDispatch | undefined;
}

export interface Taken {
  readonly answer: IngressAnswer;
  /** To be called when the answer has left. */
  readonly answered: () => void;
}

export interface Registrar {
  /** Undefined answer: the filter refuses it, for `reason`. */
  take(arrived: Arrived): Promise<Taken | { readonly answer: undefined; readonly reason: string }>;
  drain(): Promise<void>;
}

/** A body that was slow is written down all the same: its sender may be as slow every time. */
const leastMs = 500;

export function createRegistrar({ sessions, counters, clock, notify }: RegistrarOptions): Registrar {
  const commits = groupCommit<Arrival, Registered>({
    commit: (arrivals) => registerAll(sessions, arrivals),
    isHopeless: isDataFault,
  });
  const answers = flushLater<AnswerNote>((notes) => sessions.use((database) => noteAnswers(database, notes)), {
    everyMs: 250,
  });

  async function take(arrived: Arrived): ReturnType<Registrar['take']> {
    const { provider, filter, event, delivery, received, at, deadlineMs, live } = arrived;
    const decided = filter.decide(event);
    if (decided.decision === 'refuse') return { answer: undefined, reason: decided.reason };
    const isLive = decided.decision === 'accept' && live !== undefined && live.wants(event);
    const work =
      decided.decision === 'accept'
        ? {
            sourceEventKey: decided.sourceEventKey,
            filterVersion: filter.version,
            received,
            holdMs: isLive ? live.holdMs : 0,
          }
        : undefined;
    const filtered = decided.decision === 'ignore' ? decided.reason : '';
    const left = () => deadlineMs - (clock() - at);
    const key = {
      ...event.key,
      workspaceId: ('workspaceId' in decided ? decided.workspaceId : undefined) ?? event.key.workspaceId,
    };
    const own = { ...delivery, workspace_id: key.workspaceId };
    const registered = await register(
      arrivalOf(own, event, work),
      filtered,
      Math.max(Math.min(leastMs, deadlineMs), left()),
    );
    const isFirst = registered.disposition === 'accepted';
    if (isFirst && !isLive) notify?.();
    const told = isFirst && isLive ? await live.answer(key, registered.sourceEventKey, left()) : undefined;
    const answer = told ?? registered;
    count(registered, answer.status, arrived);
    return {
      answer,
      answered: () => {
        counters.observe('dedupe_answer_seconds', (clock() - at) / 1_000, { provider: provider.id });
        const { delivery_id, workspace_id } = own;
        answers.add({ delivery_id, workspace_id, answered_at: toIso(clock()), status: answer.status });
      },
    };
  }

  async function register(arrival: Arrival, filtered: string, deadlineMs: number): Promise<IngressAnswer> {
    try {
      const registered = await commits.add(arrival, deadlineMs);
      if (registered === undefined) return { status: 503, disposition: 'unknown', reason: 'not_durable_in_time' };
      if (registered.disposition === 'filtered') return { status: 200, disposition: 'filtered', reason: filtered };
      const { disposition, sourceEventKey, resultId } = registered;
      if (disposition === 'accepted') return { status: 200, disposition, sourceEventKey };
      return { status: 200, disposition, sourceEventKey, resultId };
    } catch {
      return { status: 400, disposition: 'refused', reason: 'unstorable' };
    }
  }

  /** Slack repeats events only: a command or a click that was not taken is lost, and the user sees an error. */
  function count(registered: IngressAnswer, status: number, { provider, event, delivery }: Arrived): void {
    const own = { provider: provider.id };
    counters.count('dedupe_deliveries_total', { ...own, disposition: registered.disposition });
    if (status === 503 && isInteractive(event))
      counters.count('dedupe_unrepeated_unknown_total', { ...own, type: event.type ?? '' });
    if (delivery.retry_num)
      counters.count('dedupe_redeliveries_total', { ...own, reason: reasonOf(delivery, provider) });
    if (registered.disposition === 'filtered')
      counters.count('dedupe_filtered_total', { ...own, reason: registered.reason });
  }

  return {
    take,
    async drain() {
      await commits.idle();
      await answers.flush();
    },
  };
}

/** A reason that nobody has documented is foreign text, and no name for a series. */
function reasonOf({ retry_reason = '' }: Delivery, { retryReasons }: Provider): string {
  return Object.hasOwn(retryReasons, retry_reason) ? retry_reason : 'other';
}
