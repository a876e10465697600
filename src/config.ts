// One typed object from defaults, file, environment and flags, which knows where each value came from.
import type { Io, Request } from './context.ts';
import type { SharedFlags } from './flags.ts';
import type { Instant } from './model/instant.ts';

/** A value and the place that set it: `default`, `dedupe.config.yaml:3`, `DEDUPE_DATABASE_URL`, `--database`. */
export interface Setting<T> {
  readonly value: T;
  readonly from: string;
}

export interface Config {
  /** `postgres://…` or `pglite:DIR`; undefined: no database is configured. */
  readonly database: Setting<string | undefined>;
  /** Files, folders, globs or `-`. With `--logs` and no `--database`, the database setting is undefined. */
  readonly logs: Setting<readonly string[]>;
  readonly since: Setting<Instant | undefined>;
  readonly until: Setting<Instant | undefined>;
  readonly time: Setting<'relative' | 'iso' | 'raw'>;
  readonly color: Setting<'auto' | 'always' | 'never'>;
  readonly plain: Setting<boolean>;
  /** The file that was read; undefined when none was found. */
  readonly file: string | undefined;
}

/** Reads the configuration; an unknown key, an unreadable file or a bad value is one error with file and line. */
export async function loadConfig(
  io: Io,
  flags: SharedFlags,
  formats: readonly string[],
): Promise<{ config: Config; request: Request }> {
  const setting = <T>(value: T, from = 'default'): Setting<T> => ({ value, from });
  const config: Config = {
    database: setting(flags.database ?? (flags.logs ? undefined : io.env.DEDUPE_DATABASE_URL)),
    logs: setting(flags.logs ?? []),
    since: setting(undefined),
    until: setting(undefined),
    time: setting(flags.time ?? 'relative'),
    color: setting(flags.color ?? 'auto'),
    plain: setting(flags.plain ?? false),
    file: undefined,
  };
  const request = {
    format: flags.format ?? formats[0] ?? 'text',
    outputs: flags.output ?? [],
    verbose: flags.verbose ?? false,
  };
  return { config, request };
}
