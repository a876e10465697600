// One typed object from defaults, file, environment and flags, which knows where each value came from.

import type { Io, Request } from '../context.ts';
import { flagName, type SharedFlags } from '../flags.ts';
import type { Instant } from '../model/instant.ts';
import { type ConfigFile, findConfig, readConfig } from './file.ts';
import { type Key, type KeyName, keyList, type ValueOf } from './keys.ts';
import { describe, type Problem, refuse } from './problems.ts';
import { Refused } from './refused.ts';

/** A value and the place that set it: `default`, `dedupe.config.yaml:3`, `DEDUPE_DATABASE_URL`, `--database`. */
export interface Setting<T> {
  readonly value: T;
  readonly from: string;
}

/**
 * One setting per key of `config-keys.ts`. `database`: `postgres://…` or `pglite:DIR`; undefined when none is configured,
 * and with `--logs` without `--database`. `logs`: files, folders, globs or `-`, as seen from the working directory.
 */
export type Settings = { readonly [N in KeyName]: Setting<ValueOf<N>> };

export interface Config extends Settings {
  /** The file that was read; undefined when none was found. */
  readonly file: string | undefined;
  /** True when `--config` named it: then none was looked for. */
  readonly fileNamed: boolean;
}

/** Precedence: flag, environment, file, default. Everything that is wrong is one error, each problem with its place. */
export async function loadConfig(
  io: Io,
  flags: SharedFlags,
  formats: readonly string[],
): Promise<{ config: Config; request: Request }> {
  const path = flags.config ?? findConfig(io.cwd);
  const file = path === undefined ? undefined : await readConfig(path, io, flags.config !== undefined);
  const problems = file ? (await import('./schema.ts')).problemsInFile(file) : [];
  if (file && 'log_fields' in (file.values as object)) {
    problems.push(...(await import('./log-fields.ts')).problemsInLogFields(file));
  }
  if (file && 'targets' in (file.values as object)) {
    problems.push(...(await import('../open-targets.ts')).problemsInTargets(file));
  }
  if (file && 'queues' in (file.values as object)) {
    problems.push(...(await import('../open-queues.ts')).problemsInQueues(file));
  }
  const settings: Record<string, Setting<unknown>> = {};
  for (const [name, key] of keyList) {
    const setting = settle(name, key, rawOf(name, key, io, flags, file), io, file);
    if ('value' in setting) settings[name] = setting;
    else if (setting.told === undefined) problems.push(setting);
  }
  refuse(problems);
  const config: Config = { ...(settings as Settings), file: file?.name, fileNamed: flags.config !== undefined };
  refuse(contradictionsIn(config));
  const request = {
    format: flags.format ?? formats[0] ?? 'text',
    outputs: flags.output ?? [],
    verbose: flags.verbose ?? false,
  };
  return { config: withLogsAlone(config, flags), request };
}

/** A value as the strongest layer has it. */
interface Raw {
  readonly value: unknown;
  readonly from: string;
  readonly inFile: boolean;
}

/** An empty variable counts as unset, as it does for other programs. */
function rawOf(name: KeyName, key: Key, io: Io, flags: SharedFlags, file: ConfigFile | undefined): Raw | undefined {
  const typed = flags[name];
  if (typed !== undefined) return { value: typed, from: flagName(key), inFile: false };
  const variable = key.env && io.env[key.env];
  if (key.env && variable)
    return { value: key.fromText ? key.fromText(variable) : variable, from: key.env, inFile: false };
  const values = file?.values as Readonly<Record<string, unknown>> | undefined;
  if (file && values && Object.hasOwn(values, name))
    return { value: values[name], from: file.where([], name), inFile: true };
  return undefined;
}

/** `told`: the file's own check has named it already. */
function settle(
  name: KeyName,
  key: Key,
  raw: Raw | undefined,
  io: Io,
  file: ConfigFile | undefined,
): Setting<unknown> | (Problem & { readonly told?: true }) {
  if (raw === undefined) return { value: key.fallback, from: 'default' };
  const { from } = raw;
  const found = describe(raw.value, key.secret === true);
  const sentence = raw.inFile ? `${from}: ${name} is ${found}` : `${from} is ${found}`;
  const problem = { from, sentence, hint: `Allowed: ${key.allowed}.` };
  const checked = key.schema().safeParse(raw.value);
  if (!checked.success) return raw.inFile ? { ...problem, told: true } : problem;
  const folder = raw.inFile && file ? file.folder : io.cwd;
  const value = key.settle(checked.data, { folder, cwd: io.cwd, now: io.now() as Instant });
  if (value instanceof Refused) return { ...problem, sentence: `${sentence}, which ${value.why}` };
  return { value, from };
}

function contradictionsIn({ since, until }: Config): Problem[] {
  if (since.value === undefined || until.value === undefined || since.value <= until.value) return [];
  const sentence = `since (${since.from}) is later than until (${until.from}): no time is between them`;
  return [{ from: since.from, sentence, hint: 'Exchange the two, or leave one out.' }];
}

/** What a setting of a database says when it was passed over. */
export const logsAlone = '--logs without --database';

/** Whoever names log files on the command line and no database wants no database opened. */
function withLogsAlone(config: Config, flags: SharedFlags): Config {
  if (flags.logs === undefined || flags.database !== undefined) return config;
  return { ...config, database: { value: undefined, from: logsAlone } };
}
