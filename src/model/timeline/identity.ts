// What makes two statements of one kind statements about the same thing.
import type { FactKind } from '../fact-fields.ts';
import { pair } from './identifiers.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Undefined: statements of this kind (or without their id) each stand for themselves. */
export function identityOf(kind: FactKind, fields: Fields): string | undefined {
  const value = identities[kind]?.(fields);
  return value === undefined ? undefined : `${kind}\n${value}`;
}

const field = (name: string) => (fields: Fields) => text(fields[name]);

const identities: Partial<Record<FactKind, (fields: Fields) => string | undefined>> = {
  delivery: field('delivery_id'),
  run: field('run_id'),
  job: jobOf,
  attempt: (fields) => pair(jobOf(fields), text(fields.attempt)),
  call: field('call_id'),
  record: (fields) => pair(text(fields.target), text(fields.record_id)),
  operation: (fields) =>
    pair(pair(text(fields.workspace_id) ?? '', text(fields.target)), text(fields.source_event_key)),
};

function jobOf(fields: Fields): string | undefined {
  return pair(text(fields.queue), text(fields.job_id));
}

function text(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
