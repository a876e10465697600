// What makes two statements of one kind statements about the same thing.
import type { FactKind } from '../fact-fields.ts';
import { pair } from './identifiers.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Identity {
  /** The id within its kind and qualifier. */
  readonly id: string;
  /** The queue or the target that an id is counted in. Undefined: the statement does not say which, or the kind has none. */
  readonly qualifier: string | undefined;
}

/** Undefined: statements of this kind (or without their id) each stand for themselves. */
export function identityOf(kind: FactKind, fields: Fields): Identity | undefined {
  const { id, qualifier } = named[kind] ?? {};
  const own = id?.(fields);
  return own === undefined ? undefined : { id: own, qualifier: qualifier?.(fields) };
}

const field = (name: string) => (fields: Fields) => text(fields[name]);

interface Naming {
  readonly id: (fields: Fields) => string | undefined;
  readonly qualifier?: (fields: Fields) => string | undefined;
}

const named: Partial<Record<FactKind, Naming>> = {
  // An event id names the event, not one arrival of it, whatever field it is logged in.
  delivery: { id: ({ delivery_id, event_id }) => (delivery_id === event_id ? undefined : text(delivery_id)) },
  run: { id: field('run_id') },
  job: { id: field('job_id'), qualifier: field('queue') },
  attempt: { id: ({ job_id, attempt }) => pair(text(job_id), text(attempt)), qualifier: field('queue') },
  call: { id: field('call_id') },
  record: { id: ({ record_id, url, call_id }) => text(record_id ?? url ?? call_id), qualifier: field('target') },
  operation: {
    id: ({ workspace_id, source_event_key }) => pair(text(workspace_id) ?? '', text(source_event_key)),
    qualifier: field('target'),
  },
};

function text(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
