// When did a fact begin, and which of its fields says so?
import type { Instant } from '../instant.ts';
import { endFields, type Merged } from './merge.ts';

type Described = Pick<Merged, 'kind' | 'fields'>;

export function beginningOf(fact: Described): Instant | undefined {
  const name = beginningField(fact);
  return name === undefined ? undefined : (fact.fields[name] as Instant);
}

/** `at`, unless a line about the end stamped it with the end and another field names the beginning. */
export function beginningField({ kind, fields }: Described): string | undefined {
  const own = [...(namedBy[kind] ?? []), 'started_at'].find((name) => fields[name] !== undefined);
  const isEnd = fields.at !== undefined && endFields.some((name) => fields[name] === fields.at);
  return fields.at !== undefined && !(isEnd && own !== undefined) ? 'at' : own;
}

/** Kinds whose beginning has a name of its own may state only that. */
const namedBy: Partial<Record<Merged['kind'], readonly string[]>> = {
  record: ['created_at'],
  attempt: ['received_at'],
};
