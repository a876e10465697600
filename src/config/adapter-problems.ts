// What is wrong with the settings of one adapter (a target, a queue), each with its place in the file.
import type * as z from 'zod/mini';
import { suggestion } from '../nearest.ts';
import { describe, inFile, type Problem } from './problems.ts';

type Entries = Readonly<Record<string, unknown>>;

export interface Adapter {
  readonly id: string;
  readonly settings: z.core.$ZodType;
}

export interface Telling {
  place(path: readonly PropertyKey[], key?: string): string;
  /** In front of a key that stands in the configuration itself. */
  readonly prefix: string;
  readonly adapter: Adapter;
  /** Keys that every adapter has: named last. */
  readonly forAll: readonly string[];
}

export function adapterProblems(issue: z.core.$ZodIssue, settings: unknown, telling: Telling): Problem[] {
  const { place, prefix, adapter } = telling;
  const keys = keysOf(telling);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const sentence = `unknown key "${prefix}${[...issue.path, key].join('.')}"`;
      return inFile(place(issue.path, key), sentence, suggestion(key, keys));
    });
  const path = issue.path.map(String).join('.');
  const found = issue.path.reduce<unknown>((value, step) => (value as Entries | undefined)?.[String(step)], settings);
  const hint = `Keys of ${adapter.id}: ${keys.join(', ')}.`;
  // A rule over a whole says itself what is to be done.
  if (issue.code === 'custom' && typeof found === 'object')
    return [inFile(place(issue.path), `${prefix}${path}: ${issue.message}`, hint)];
  if (found === undefined) return [inFile(place(issue.path.slice(0, -1)), `${prefix}${path} is missing`, hint)];
  const isSecret = typeof found === 'string' && found.includes('@');
  return [inFile(place(issue.path), `${prefix}${path} is ${describe(found, isSecret)}, which cannot be meant`, hint)];
}

/** Which types there are, for an entry whose type is none of them. */
export function knownTypes(name: string, { type }: Entries, ids: readonly string[]): string {
  const near = suggestion(String(type ?? name), ids);
  return `${near ? `${near} ` : ''}Known types: ${ids.join(', ')}.`;
}

function keysOf({ adapter, forAll }: Telling): string[] {
  const { def } = (adapter.settings as z.core.$ZodTypes)._zod;
  const keys = def.type === 'object' ? Object.keys(def.shape).filter((key) => key !== 'type') : [];
  const isForAll = (key: string) => forAll.includes(key);
  return [...keys.filter((key) => !isForAll(key)), ...keys.filter(isForAll)];
}
