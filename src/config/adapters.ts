// Named entries of a configuration, each for an adapter of one list (queues, targets): checked with the line of each fault when
// the file is loaded, and opened each by itself, so that one that cannot be opened costs no other.
import type * as z from 'zod/mini';
import { DedupeError } from '../errors.ts';
import { type Adapter, adapterProblems, knownTypes } from './adapter-problems.ts';
import { inFile, type Problem } from './problems.ts';
import type { Parsed } from './syntax.ts';

export type Entries = Readonly<Record<string, unknown>>;

export interface OfOneKind<A extends Adapter> {
  /** Key of the configuration: `queues`. */
  readonly key: string;
  /** One of them: `queue`. */
  readonly one: string;
  readonly adapters: readonly A[];
  /** Settings that every adapter has: named last. */
  readonly forAll: readonly string[];
  /** What helps whoever gave a type or a setting that is none. */
  readonly hint: string;
  /** The settings with what stands in files of their own, and where. Left out: there are no such files. */
  readonly whole?: (given: Entries) => Whole;
}

export interface Whole {
  readonly values: Entries;
  /** Undefined: it stands in the configuration itself. */
  placeOf(path: readonly PropertyKey[], key?: string): string | undefined;
}

const asGiven = (values: Entries): Whole => ({ values, placeOf: () => undefined });

/** The type, or the name where that is one. */
function adapterOf<A extends Adapter>({ adapters }: OfOneKind<A>, name: string, { type }: Entries): A | undefined {
  return adapters.find(({ id }) => id === (type ?? name));
}

/** Throws DEDUPE_CONFIG_INVALID: code in place of a file was not checked when it was loaded. */
export function knownAdapter<A extends Adapter>(kind: OfOneKind<A>, name: string, given: Entries): A {
  const adapter = adapterOf(kind, name, given);
  if (adapter === undefined) throw invalid(kind, name, 'has a type that is not known');
  return adapter;
}

/** The settings as the adapter takes them. Throws DEDUPE_CONFIG_INVALID, DEDUPE_CONFIG_UNREADABLE. */
export function settingsFor<A extends { readonly settings: z.ZodMiniType } & Adapter>(
  kind: OfOneKind<A>,
  adapter: A,
  name: string,
  given: Entries,
): z.output<A['settings']> {
  const checked = adapter.settings.safeParse((kind.whole ?? asGiven)(given).values);
  if (checked.success) return checked.data as z.output<A['settings']>;
  throw invalid(kind, name, `is not usable: ${checked.error.issues[0]?.path.join('.')}`);
}

/** What an adapter stumbles over is a setting that cannot be meant: it may hold a secret, so it is not repeated. */
export function opening<T>({ key, hint }: Pick<OfOneKind<Adapter>, 'key' | 'hint'>, name: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof DedupeError) throw cause;
    throw new DedupeError('DEDUPE_CONFIG_INVALID', `${key}.${name} cannot be opened with its settings`, {
      hint,
      cause,
    });
  }
}

/** Each open, or with the reason why not. */
export function openEach<T>(all: readonly { readonly name: string; open(): T }[]): Map<string, T | DedupeError> {
  return new Map(
    all.map(({ name, open }): [string, T | DedupeError] => {
      try {
        return [name, open()];
      } catch (error) {
        if (error instanceof DedupeError) return [name, error];
        throw error;
      }
    }),
  );
}

export async function closeEach(opened: ReadonlyMap<string, { close?(): Promise<void> } | DedupeError>): Promise<void> {
  await Promise.all([...opened.values()].map((one) => (one instanceof DedupeError ? undefined : one.close?.())));
}

/** Everything that is wrong in the file, with the line of each. */
export function problemsInEntries<A extends { readonly settings: z.ZodMiniType } & Adapter>(
  kind: OfOneKind<A>,
  { values, where }: Parsed,
): Problem[] {
  const { key, one, adapters, forAll, whole = asGiven } = kind;
  const all = (values as Readonly<Record<string, Entries | undefined>>)[key];
  if (typeof all !== 'object' || all === null) return [];
  return Object.entries(all).flatMap(([name, entry]) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const given = entry as Entries;
    const at = [key, name];
    if (!/^[a-z][\w.-]*$/i.test(name)) return [inFile(where(at), `"${name}" is no name of a ${one}`)];
    const adapter = adapterOf(kind, name, given);
    if (adapter === undefined) {
      const ids = adapters.map(({ id }) => id);
      const sentence = `${key}.${name} has no type that is known`;
      return [inFile(where([...at, 'type']), sentence, knownTypes(name, given, ids))];
    }
    const { values: settings, placeOf } = whole(given);
    return (adapter.settings.safeParse(settings).error?.issues ?? []).flatMap((issue) => {
      const place = (path: readonly PropertyKey[], own?: string) => placeOf(path, own) ?? where([...at, ...path], own);
      const prefix = placeOf(issue.path) === undefined ? `${key}.${name}.` : '';
      return adapterProblems(issue, settings, { place, prefix, adapter, forAll });
    });
  });
}

function invalid({ key, hint }: Pick<OfOneKind<Adapter>, 'key' | 'hint'>, name: string, what: string): DedupeError {
  return new DedupeError('DEDUPE_CONFIG_INVALID', `${key}.${name} ${what}`, { hint });
}
