// The copies of one effect side by side: what the run of each looked like, field by field, so that the difference shows.
import { type Instant, toIso } from './instant.ts';
import { type KeyPart, keyParts } from './key-parts.ts';
import { duplicatedEffects, runSpan } from './timeline/duplicates.ts';
import { type Guard, letsThrough, markedAt, ownGuardsOf } from './timeline/guards.ts';
import type { Chain, Timeline } from './timeline/timeline.ts';
import type { TraceDocument } from './trace-document.ts';

/** Empty unless something was made twice. Null is "not logged", never "none". */
export function copiesOf(timeline: Timeline): TraceDocument['copies'] {
  return duplicatedEffects(timeline).flatMap((effect) => {
    const asked = effect.chains.map((chain) => ({ chain, guard: questionOf(ownGuardsOf(timeline, effect, chain)) }));
    const parts = keyParts(asked.map(({ chain, guard }) => ({ chain, key: guard?.fields.key })));
    return asked.map(({ chain, guard }, i) => ({
      ...copyOf(effect.target, chain),
      ...(guard && { guard: guardOf(guard, parts[i] ?? []) }),
    }));
  });
}

function copyOf(target: string, chain: Chain): TraceDocument['copies'][number] {
  const { record, call, attempt, run, delivery, event } = chain;
  const ran = attempt ?? run;
  const sent = delivery?.fields.sent_at;
  const place = ran ?? delivery ?? call;
  return {
    target,
    record: record.fields.record_id ?? null,
    event_id: event?.eventId ?? null,
    body_digest: delivery?.fields.body_digest ?? null,
    sent_at: sent === undefined ? null : toIso(sent),
    retry_num: delivery?.fields.retry_num ?? null,
    retry_reason: delivery?.fields.retry_reason ?? null,
    attempt: attempt?.fields.attempt ?? null,
    instance_id: place?.fields.instance_id ?? null,
    deployment_version: place?.fields.deployment_version ?? null,
    duration_ms: runSpan(ran) ?? null,
    outcome: ran?.fields.outcome ?? null,
  };
}

/** The one that let the copy through; else the first that was asked. */
function questionOf(guards: readonly Guard[]): Guard | undefined {
  return guards.find(letsThrough) ?? guards[0];
}

function guardOf(guard: Guard, parts: KeyPart[]) {
  const { store, key, result, expires_at } = guard.fields;
  const set = markedAt(guard);
  return {
    fact: guard.n,
    store: store ?? null,
    key: key ?? null,
    parts,
    result: result ?? null,
    set_at: set === undefined ? null : toIso(set as Instant),
    expires_at: expires_at === undefined ? null : toIso(expires_at),
  };
}
