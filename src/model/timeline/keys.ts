// Two keys for one message: which part of them differs, and which field it was taken from.
import type { Fact } from '../fact.ts';
import { actOf, sameness } from './acts.ts';
import { isSameStore, isSplitMemory, letsThrough, ownGuardsOf } from './guards.ts';
import { isOneApp } from './sides.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

export interface TwoKeys {
  readonly form: 'asked' | 'sent';
  /** Where they were used: the store, or the target. */
  readonly place: string;
  readonly keys: readonly [string, string];
  readonly facts: readonly [Fact, Fact];
  readonly chains: readonly [Chain, Chain];
  /** What shows one message: a field that both share, and its value. */
  readonly shared: { readonly field: string; readonly value: string };
}

/** The first pair of copies of one act whose keys differ. A guard that both asked with one key in any store was wide enough. */
export function twoKeysOf(timeline: Timeline, effect: Effect): TwoKeys | undefined {
  for (const form of [askedKeys, sentKeys]) {
    const copies = effect.chains.slice(0, mostCopies);
    for (const [i, a] of copies.entries()) {
      for (const b of copies.slice(i + 1)) {
        const shared = sharedBy(timeline, a, b);
        const found = shared && form(timeline, effect, a, b);
        if (found) return { ...found, chains: [a, b], shared };
      }
    }
  }
  return undefined;
}

/** Every pair is compared; what the first ones do not show, the hundredth does not either. */
const mostCopies = 12;

type Found = Omit<TwoKeys, 'chains' | 'shared'>;

function askedKeys(timeline: Timeline, effect: Effect, a: Chain, b: Chain): Found | undefined {
  const [left, right] = [a, b].map((chain) => ownGuardsOf(timeline, effect, chain));
  const keysOf = (guards: typeof left) => new Set(guards?.map(({ fields }) => fields.key));
  const known = keysOf(left);
  if (!left || !right || [...keysOf(right)].some((key) => known.has(key))) return undefined;
  for (const first of left.filter(letsThrough)) {
    const second = right.find((guard) => letsThrough(guard) && isSameStore(guard, first));
    if (!second || isSplitMemory(first, second)) continue;
    const keys = [first.fields.key, second.fields.key];
    if (keys[0] === undefined || keys[1] === undefined) continue;
    return {
      form: 'asked',
      place: first.fields.store ?? 'the store',
      keys: [keys[0], keys[1]],
      facts: [first, second],
    };
  }
  return undefined;
}

/** What went to the target with each create, or stands on what it made. */
function sentKeys(_: Timeline, { target }: Effect, a: Chain, b: Chain): Found | undefined {
  const sent = ({ call, record }: Chain): { key: string; fact: Fact } | undefined => {
    if (call?.fields.idempotency_key !== undefined) return { key: call.fields.idempotency_key, fact: call };
    const key = record.fields.source_event_key;
    return key === undefined ? undefined : { key, fact: record };
  };
  const [first, second] = [sent(a), sent(b)];
  if (!first || !second || first.key === second.key || first.fact.kind !== second.fact.kind) return undefined;
  // A key that is only seen on the objects was perhaps never sent: it is worth a word where nothing else tells the copies apart.
  if (first.fact.kind === 'record' && cameApart(a, b)) return undefined;
  return { form: 'sent', place: target, keys: [first.key, second.key], facts: [first.fact, second.fact] };
}

function cameApart(a: Chain, b: Chain): boolean {
  const levels = ['delivery', 'run', 'job', 'attempt', 'call'] as const;
  return levels.some((level) => a[level] !== b[level]);
}

function sharedBy(timeline: Timeline, a: Chain, b: Chain): TwoKeys['shared'] | undefined {
  // Two apps with a key each are as it should be: one must not swallow what the other is to do.
  if (!a.event || !b.event || isOneApp(a.event, b.event) === false) return undefined;
  const same = sameness(actOf(timeline, a.event), actOf(timeline, b.event));
  return same.is === 'one' ? { field: same.by, value: same.values[0] } : undefined;
}

const fieldNames = [
  'event_id',
  'workspace_id',
  'envelope_id',
  'ts',
  'event_ts',
  'client_msg_id',
  'app_id',
  'delivery_id',
  'request_id',
  'run_id',
  'job_id',
  'attempt',
  'retry_num',
  'trigger_id',
  'action_ts',
  'instance_id',
  'pid',
  'channel',
  'event_type',
  'body_digest',
] as const;

/** The fields whose values are the parts that differ; empty when the difference is none of them: a random part, a clock. */
export function differingFields({ keys, chains: [a, b] }: Pick<TwoKeys, 'keys' | 'chains'>): string[] {
  const [left, right] = keys.map(partsOf);
  if (!left || !right) return [];
  const isIn = (own: Set<string>, other: Set<string>, known: string[]) =>
    known.some((value) => own.has(value) && !other.has(value));
  return fieldNames.filter((name) => isIn(left, right, valuesOf(a, name)) && isIn(right, left, valuesOf(b, name)));
}

/** The field of a copy whose value this text is; null: none that was logged. */
export function fieldOf(chain: Chain, text: string): string | null {
  return fieldNames.find((name) => valuesOf(chain, name).includes(text)) ?? null;
}

function valuesOf(chain: Chain, name: string): string[] {
  const line = [chain.record, chain.call, chain.attempt, chain.job, chain.run, chain.delivery];
  return line.flatMap((fact) => {
    const value = (fact?.fields as Record<string, unknown> | undefined)?.[name];
    return value === undefined ? [] : [String(value)];
  });
}

/** The key whole, and cut at the usual separators. A dot stays: it belongs to a Slack `ts`. */
function partsOf(key: string): Set<string> {
  return new Set([key, ...key.split(/[:/|#,;\s_-]+/), ...key.split(/[:/|#,;\s]+/)]);
}
