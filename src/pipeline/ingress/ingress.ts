// The receiver: a request in, an answer out, and everything durable in between.
import { DedupeError } from '../../errors.ts';
import { type Clock, toIso } from '../../model/instant.ts';
import type { InboundEvent, Provider, SignatureScheme } from '../../model/provider.ts';
import { providerOf } from '../../providers/index.ts';
import { signatureSchemeOf } from '../../providers/signatures.ts';
import { isDataFault } from '../../store/data-fault.ts';
import type { Arrival } from '../../store/intake/arrival.ts';
import { type AnswerNote, noteAnswers } from '../../store/intake/note-answers.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { Counters } from '../counters.ts';
import { groupCommit } from '../group-commit.ts';
import { admit } from './admit.ts';
import { arrivalOf, type Delivery, deliveryOf, type Instance } from './arrival.ts';
import { flushLater } from './flush-later.ts';
import type { Received, Receiver } from './received.ts';
import { refusalNotes } from './refusals.ts';
import { type Registered, registerAll } from './register.ts';

export interface IngressOptions {
  readonly sessions: Sessions;
  readonly receivers: readonly Receiver[];
  readonly instance: Instance;
  readonly counters: Counters;
  readonly clock: Clock;
  /** After a commit that made work: a word to the workers, who would find it by themselves a little later. */
  readonly notify?: (() => void) | undefined;
}

export interface Ingress {
  /** Never rejects. `answered` is called when the answer has left, which then stands in the delivery's row. */
  handle(received: Received): Promise<{ readonly answer: IngressAnswer; readonly answered: () => void }>;
  /** Counts what never became a request with a body: too large, cut off. */
  refuse(path: string, reason: string): void;
  /** Waits for what is under way and writes what is left to write. */
  drain(): Promise<void>;
}

interface Open extends Receiver {
  readonly speaks: { readonly provider: Provider; readonly scheme: SignatureScheme };
}

export function createIngress(options: IngressOptions): Ingress {
  const { sessions, instance, counters, clock, notify } = options;
  const receivers = new Map(options.receivers.map((receiver) => [receiver.path, opened(receiver)]));
  const commits = groupCommit<Arrival, Registered>({
    commit: (arrivals) => registerAll(sessions, arrivals),
    isHopeless: isDataFault,
  });
  const answers = flushLater<AnswerNote>((notes) => sessions.use((database) => noteAnswers(database, notes)), {
    everyMs: 250,
  });
  const refusals = refusalNotes(sessions, instance.instanceId);

  async function handle(received: Received): ReturnType<Ingress['handle']> {
    const at = clock();
    const receiver = receivers.get(received.path);
    if (receiver === undefined) return plain(refused(404, 'no_receiver', '', undefined, at));
    const { provider } = receiver.speaks;
    const admission = admit(received, receiver, receiver.speaks, at);
    const delivery = (event: InboundEvent | undefined) => deliveryOf(received, event, provider, instance, at);
    if (admission.is === 'question') {
      counters.count('dedupe_questions_total', { provider: provider.id, question: admission.counted });
      const { body, contentType } = admission;
      return plain({ status: 200, disposition: 'question', body, contentType });
    }
    if (admission.is === 'refused') {
      const { status, reason, event } = admission;
      return plain(refused(status, reason, provider.id, event && delivery(event), at));
    }
    const { event, bodyDigest } = admission;
    const own = { ...delivery(event), body_digest: bodyDigest };
    const decided = receiver.filter.decide(event);
    if (decided.decision === 'refuse') return plain(refused(403, decided.reason, provider.id, own, at));
    const work =
      decided.decision === 'accept'
        ? { sourceEventKey: decided.sourceEventKey, filterVersion: receiver.filter.version, received }
        : undefined;
    const filtered = decided.decision === 'ignore' ? decided.reason : '';
    const left = deadlineOf(receiver) - (clock() - at);
    const answer = await register(arrivalOf(own, event, work), filtered, left);
    count(answer, provider.id, event);
    if (own.retry_num)
      counters.count('dedupe_redeliveries_total', { provider: provider.id, reason: reasonOf(own, provider) });
    if (filtered !== '') counters.count('dedupe_filtered_total', { provider: provider.id, reason: filtered });
    return {
      answer,
      answered: () => {
        counters.observe('dedupe_answer_seconds', (clock() - at) / 1_000, { provider: provider.id });
        noteAnswer(own, answer.status);
      },
    };
  }

  async function register(arrival: Arrival, filtered: string, deadlineMs: number): Promise<IngressAnswer> {
    try {
      const registered = await commits.add(arrival, deadlineMs);
      if (registered === undefined) return { status: 503, disposition: 'unknown', reason: 'not_durable_in_time' };
      if (registered.disposition === 'accepted') notify?.();
      if (registered.disposition === 'filtered') return { status: 200, disposition: 'filtered', reason: filtered };
      const { disposition, sourceEventKey, resultId } = registered;
      if (disposition === 'accepted') return { status: 200, disposition, sourceEventKey };
      return { status: 200, disposition, sourceEventKey, resultId };
    } catch {
      return { status: 400, disposition: 'refused', reason: 'unstorable' };
    }
  }

  function refused(
    status: 400 | 401 | 403 | 404 | 405,
    reason: string,
    provider: string,
    delivery: Delivery | undefined,
    now: number,
  ): IngressAnswer {
    counters.count('dedupe_refusals_total', { provider, reason });
    const sample = delivery !== undefined && delivery.event_id !== '' ? { ...delivery, status } : undefined;
    refusals.add({ provider, reason, sample }, now);
    return { status, disposition: 'refused', reason };
  }

  /** Slack repeats events only: a command or a click that was not taken is lost, and the user sees an error. */
  function count(answer: IngressAnswer, provider: string, event: InboundEvent): void {
    counters.count('dedupe_deliveries_total', { provider, disposition: answer.disposition });
    if (answer.status === 503 && event.fields.trigger_id !== undefined)
      counters.count('dedupe_unrepeated_unknown_total', { provider, type: event.type ?? '' });
  }

  function noteAnswer({ delivery_id, workspace_id }: Delivery, status: number): void {
    answers.add({ delivery_id, workspace_id, answered_at: toIso(clock()), status });
  }

  return {
    handle,
    refuse: (path, reason) => {
      const provider = receivers.get(path)?.provider ?? '';
      counters.count('dedupe_refusals_total', { provider, reason });
      refusals.add({ provider, reason, sample: undefined }, clock());
    },
    async drain() {
      await commits.idle();
      await Promise.all([answers.flush(), refusals.flush()]);
    },
  };
}

function plain(answer: IngressAnswer) {
  return { answer, answered: () => {} };
}

function opened(receiver: Receiver): Open {
  const provider = providerOf(receiver.provider);
  const scheme = signatureSchemeOf(receiver.provider);
  if (!provider || !scheme)
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `events of "${receiver.provider}" cannot be received`, {
      hint: 'Its requests must be signed: slack, github, stripe, shopify or standard-webhooks, with a name behind a dot.',
    });
  if (!receiver.secrets().some((secret) => secret !== ''))
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `the receiver ${receiver.path} has no signing secret`, {
      hint: 'An unsigned request could come from anybody.',
    });
  return { ...receiver, speaks: { provider, scheme } };
}

/** A reason that nobody has documented is foreign text, and no name for a series. */
function reasonOf({ retry_reason = '' }: Delivery, { retryReasons }: Provider): string {
  return Object.hasOwn(retryReasons, retry_reason) ? retry_reason : 'other';
}

function deadlineOf({ deadlineMs, speaks }: Open): number {
  return deadlineMs ?? Math.min(10_000, (speaks.provider.retries?.ackDeadlineMs ?? Infinity) - 500);
}
