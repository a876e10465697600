// The copies of one effect side by side: what the run of each looked like, field by field, so that the difference shows.
import { toIso } from './instant.ts';
import { duplicatedEffects, runSpan } from './timeline/duplicates.ts';
import type { Chain, Timeline } from './timeline/timeline.ts';
import type { TraceDocument } from './trace-document.ts';

/** Empty unless something was made twice. Null is "not logged", never "none". */
export function copiesOf(timeline: Timeline): TraceDocument['copies'] {
  return duplicatedEffects(timeline).flatMap(({ target, chains }) => chains.map((chain) => copyOf(target, chain)));
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
