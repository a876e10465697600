// The receiver: a request in, an answer out, and everything durable in between.
import { DedupeError } from '../../errors.ts';
import type { Clock, Instant } from '../../model/instant.ts';
import type { InboundEvent, Provider, SignatureScheme } from '../../model/provider.ts';
import { providerOf } from '../../providers/index.ts';
import { signatureSchemeOf } from '../../providers/signatures.ts';
import type { Sessions } from '../../store/sessions.ts';
import type { IngressAnswer } from '../contracts/ingress.ts';
import type { Counters } from '../counters.ts';
import { admit } from './admit.ts';
import { type Delivery, deliveryOf, type Instance } from './arrival.ts';
import type { Received, Receiver } from './received.ts';
import { refusalNotes } from './refusals.ts';
import { createRegistrar } from './registrar.ts';

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
  const { sessions, instance, counters, clock } = options;
  const receivers = new Map(options.receivers.map((receiver) => [receiver.path, opened(receiver)]));
  const registrar = createRegistrar(options);
  const refusals = refusalNotes(sessions, instance.instanceId);

  async function handle(received: Received): ReturnType<Ingress['handle']> {
    const at = (clock() - Math.round(received.bodyMs ?? 0)) as Instant;
    const receiver = receivers.get(received.path);
    if (receiver === undefined) return plain(refused(404, 'no_receiver', '', undefined, at));
    const { provider } = receiver.speaks;
    const admission = admit(received, receiver, receiver.speaks, at);
    const delivery = (event: InboundEvent | undefined) => deliveryOf(received, event, provider, instance, at);
    if (admission.is === 'question') {
      counters.count('dedupe_questions_total', { provider: provider.id, question: admission.counted });
      const { body, contentType, counted } = admission;
      const said = counted.endsWith('_suggestion') ? await receiver.ask?.(received, deadlineOf(receiver)) : undefined;
      return plain({ disposition: 'question', ...(said ?? { status: 200, body, contentType }) });
    }
    if (admission.is === 'refused') {
      const { status, reason, event } = admission;
      return plain(refused(status, reason, provider.id, event && delivery(event), at));
    }
    const { event, bodyDigest } = admission;
    const taken = await registrar.take({
      provider,
      filter: receiver.filter,
      event,
      delivery: { ...delivery(event), body_digest: bodyDigest },
      received,
      at,
      deadlineMs: deadlineOf(receiver),
      live: receiver.live,
    });
    if (taken.answer !== undefined) return taken;
    return plain(refused(403, taken.reason, provider.id, delivery(event), at));
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

  return {
    handle,
    refuse: (path, reason) => {
      const provider = receivers.get(path)?.provider ?? '';
      counters.count('dedupe_refusals_total', { provider, reason });
      refusals.add({ provider, reason, sample: undefined }, clock());
    },
    async drain() {
      await Promise.all([registrar.drain(), refusals.flush()]);
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

function deadlineOf({ deadlineMs, speaks }: Open): number {
  return deadlineMs ?? Math.min(10_000, (speaks.provider.retries?.ackDeadlineMs ?? Infinity) - 500);
}
