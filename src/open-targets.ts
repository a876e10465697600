// From the targets that a configuration names to targets that can be asked; what is wrong with one, with its line.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  closeEach,
  type Entries,
  knownAdapter,
  type OfOneKind,
  openEach,
  opening,
  problemsInEntries,
  settingsFor,
  type Whole,
} from './config/adapters.ts';
import type { Config } from './config/load.ts';
import type { Problem } from './config/problems.ts';
import { type Parsed, parseConfig } from './config/syntax.ts';
import { DedupeError } from './errors.ts';
import type { Target, TargetAdapter } from './model/target.ts';
import { targets as adapters } from './targets/index.ts';

export interface ConfiguredTarget {
  readonly name: string;
  readonly adapter: TargetAdapter;
  /** Throws DEDUPE_TARGET_CREDENTIALS when the environment lacks what it needs. */
  open(): Target;
}

/** Descriptions in files of their own are seen from the folder of the configuration. */
function kindIn(folder: string): OfOneKind<TargetAdapter> {
  return {
    key: 'targets',
    one: 'target',
    adapters,
    forAll: ['ca_file', 'cert_file', 'key_file', 'create_maximum', 'token_env'],
    hint: 'dedupe targets lists the types.',
    whole: (given) => withFile(given, folder),
  };
}

export function configuredTargets(
  { targets }: Pick<Config, 'targets'>,
  env: Readonly<Record<string, string | undefined>>,
): ConfiguredTarget[] {
  const { entries, folder } = targets.value ?? { entries: {}, folder: '.' };
  const kind = kindIn(folder);
  return Object.entries(entries as Readonly<Record<string, Entries>>).map(([name, given]) => {
    const adapter = knownAdapter(kind, name, given);
    return {
      name,
      adapter,
      open: () =>
        opening(kind, name, () => adapter.open(settingsFor(kind, adapter, name, given), { name, env, folder })),
    };
  });
}

export function openTargets(config: Pick<Config, 'targets'>, env: Parameters<typeof configuredTargets>[1]) {
  return openEach<Target>(configuredTargets(config, env));
}

export const closeTargets: (opened: ReadonlyMap<string, Target | DedupeError>) => Promise<void> = closeEach;

export function problemsInTargets({ folder, ...parsed }: Parsed & { readonly folder: string }): Problem[] {
  return problemsInEntries(kindIn(folder), parsed);
}

/** A description of its own file stands beside the other settings as if it were written there. */
function withFile(given: Entries, folder: string): Whole {
  const { file, ...own } = given;
  if (typeof file !== 'string') return { values: given, placeOf: () => undefined };
  let text: string;
  try {
    text = readFileSync(resolve(folder, file), 'utf8');
  } catch (cause) {
    throw new DedupeError('DEDUPE_CONFIG_UNREADABLE', `cannot read the description of a target, ${file}`, { cause });
  }
  const parsed = parseConfig(text, file, file.endsWith('.json'));
  const inside = parsed.values as Entries;
  return {
    values: { ...inside, ...own },
    placeOf(path, key) {
      const first = (path[0] as string | undefined) ?? key;
      return first === undefined || first in own ? undefined : parsed.where(path, key);
    },
  };
}
