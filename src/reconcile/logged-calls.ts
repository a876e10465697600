// The creates that lines of a log tell of, those of one request merged.
import type { Observation } from '../model/fact.ts';
import type { FieldsOf } from '../model/fact-fields.ts';
import type { Instant } from '../model/instant.ts';

export interface Create {
  readonly fields: FieldsOf<'call'>;
  /** What the target was given. Undefined: nobody wrote it down. */
  readonly key: string | undefined;
  /** By its first line. */
  readonly began: Instant | undefined;
  readonly where: string;
}

/** In the order of their first lines. A call that does not say what it does may be a create. */
export function createsIn(observations: readonly Observation[]): Create[] {
  const creates = new Map<string, Create>();
  observations.forEach((one, i) => {
    if (one.kind !== 'call') return;
    const name = one.fields.call_id === undefined ? `${i}` : `id ${one.fields.call_id}`;
    creates.set(name, joined(creates.get(name), one.fields, one.provenance.where));
  });
  return [...creates.values()].filter(({ fields }) => (fields.operation ?? 'create') === 'create');
}

function joined(before: Create | undefined, fields: FieldsOf<'call'>, place: string): Create {
  const began = (fields.started_at ?? fields.at) as Instant | undefined;
  // A line adds what it says and takes nothing back; that it was done is the last word.
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merged: FieldsOf<'call'> = { ...before?.fields, ...said };
  if (before?.fields.outcome === 'done') merged.outcome = 'done';
  return {
    fields: merged,
    key: merged.idempotency_key ?? merged.source_event_key,
    began: earlier(before?.began, began),
    where: before?.where ?? place,
  };
}

function earlier(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
