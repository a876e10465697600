// What becomes of an operation after an answer: the answer's own move and what the retry policy makes of it, as one.
import type { Created, TargetAbilities } from '../../model/target.ts';
import type { RetryPolicy } from '../contracts/retry-policy.ts';

export type Settlement =
  | {
      readonly to: 'confirmed';
      readonly externalId: string;
      readonly externalUrl: string | undefined;
      /** It is there, and something about it needs a look. */
      readonly errorCode?: 'made_without_key';
    }
  /** Tried again after the delay: proven not executed, or a repeat is declared to be harmless. */
  | {
      readonly to: 'planned';
      readonly proof: 'refused' | 'repeatable';
      readonly errorCode: string;
      readonly delayMs: number;
    }
  | { readonly to: 'dead'; readonly errorCode: string }
  | { readonly to: 'unknown'; readonly errorCode: string };

export interface Sent {
  /** Failures with this budget, this one not included. */
  readonly failures: number;
  /** Since the first request that carried this idempotency key, in milliseconds. */
  readonly sinceFirstSentMs: number;
}

export function settlementOf(
  created: Created,
  sent: Sent,
  abilities: Pick<TargetAbilities, 'idempotencyKey'>,
  policy: RetryPolicy,
  chance: number,
): Settlement {
  if (created.outcome === 'done') {
    // An object without a name cannot be shown to anybody, so it is not confirmed.
    if (created.id === '') return { to: 'unknown', errorCode: 'answer_without_id' };
    const { id: externalId, url: externalUrl, keyless } = created;
    return { to: 'confirmed', externalId, externalUrl, ...(keyless ? { errorCode: 'made_without_key' } : {}) };
  }
  const decision = policy.decide(
    {
      failures: sent.failures + 1,
      temporary: created.outcome === 'unknown' || created.temporary,
      retryAfterMs: created.outcome === 'refused' ? created.retryAfterMs : undefined,
    },
    chance,
  );
  const errorCode = created.reason;
  if (created.outcome === 'refused')
    return decision.decision === 'dead'
      ? { to: 'dead', errorCode }
      : { to: 'planned', proof: 'refused', errorCode, delayMs: decision.delayMs };
  if (decision.decision === 'retry' && isRepeatable(abilities, sent.sinceFirstSentMs + decision.delayMs))
    return { to: 'planned', proof: 'repeatable', errorCode, delayMs: decision.delayMs };
  return { to: 'unknown', errorCode };
}

/** A lifetime that nobody has declared may be over; half of a declared one is left to the time that requests take. */
function isRepeatable({ idempotencyKey }: Pick<TargetAbilities, 'idempotencyKey'>, ageMs: number): boolean {
  return idempotencyKey?.lifetimeMs !== undefined && ageMs < idempotencyKey.lifetimeMs / 2;
}
