// From the targets that a configuration names to targets that can be asked; what is wrong with one, with its line.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { adapterProblems, knownTypes } from './config/adapter-problems.ts';
import type { Config } from './config/load.ts';
import { inFile, type Problem } from './config/problems.ts';
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

type Entries = Readonly<Record<string, unknown>>;

/** Checked already when the configuration was loaded; code in place of a file is checked here. */
export function configuredTargets(
  { targets }: Pick<Config, 'targets'>,
  env: Readonly<Record<string, string | undefined>>,
): ConfiguredTarget[] {
  const { entries, folder } = targets.value ?? { entries: {}, folder: '.' };
  return Object.entries(entries).map(([name, given]) => {
    const adapter = adapterOf(name, given as Entries);
    if (adapter === undefined) throw invalid(`targets.${name}`, 'has a type that is not known');
    return {
      name,
      adapter,
      open() {
        const checked = adapter.settings.safeParse(withFile(given as Entries, folder).values);
        if (!checked.success)
          throw invalid(`targets.${name}`, `is not usable: ${checked.error.issues[0]?.path.join('.')}`);
        return adapter.open(checked.data, { name, env, folder });
      },
    };
  });
}

/** All of them, each open or with the reason why not. */
export function openTargets(config: Pick<Config, 'targets'>, env: Parameters<typeof configuredTargets>[1]) {
  return new Map(
    configuredTargets(config, env).map(({ name, open }): [string, Target | DedupeError] => {
      try {
        return [name, open()];
      } catch (error) {
        if (error instanceof DedupeError) return [name, error];
        throw error;
      }
    }),
  );
}

export async function closeTargets(opened: ReadonlyMap<string, Target | DedupeError>): Promise<void> {
  await Promise.all([...opened.values()].map((one) => (one instanceof DedupeError ? undefined : one.close?.())));
}

function adapterOf(name: string, { type }: Entries): TargetAdapter | undefined {
  return adapters.find(({ id }) => id === (type ?? name));
}

/** Everything that is wrong in the file, with the line of each. */
export function problemsInTargets({ values, where, folder }: Parsed & { readonly folder: string }): Problem[] {
  const { targets } = values as { targets: Readonly<Record<string, unknown>> };
  if (typeof targets !== 'object' || targets === null) return [];
  const ids = adapters.map(({ id }) => id);
  return Object.entries(targets).flatMap(([name, given]) => {
    if (typeof given !== 'object' || given === null) return [];
    const at = ['targets', name];
    if (!/^[a-z][\w.-]*$/i.test(name)) return [inFile(where(at), `"${name}" is no name of a target`)];
    const adapter = adapterOf(name, given as Entries);
    if (adapter === undefined)
      return [
        inFile(
          where([...at, 'type']),
          `targets.${name} has no type that is known`,
          knownTypes(name, given as Entries, ids),
        ),
      ];
    const { values: settings, placeOf } = withFile(given as Entries, folder);
    const checked = adapter.settings.safeParse(settings);
    return (checked.error?.issues ?? []).flatMap((issue) => {
      const place = (path: readonly PropertyKey[], key?: string) => placeOf(path, key) ?? where([...at, ...path], key);
      const prefix = placeOf(issue.path) === undefined ? `targets.${name}.` : '';
      return adapterProblems(issue, settings, { place, prefix, adapter, forAll });
    });
  });
}

const forAll = ['ca_file', 'cert_file', 'key_file', 'create_maximum', 'token_env'];

/** A description of its own file stands beside the other settings as if it were written there. */
function withFile(
  given: Entries,
  folder: string,
): { values: Entries; placeOf(path: readonly PropertyKey[], key?: string): string | undefined } {
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

function invalid(subject: string, what: string): DedupeError {
  return new DedupeError('DEDUPE_CONFIG_INVALID', `${subject} ${what}`, { hint: 'dedupe targets lists the types.' });
}
