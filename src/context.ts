// What a command needs from the world. Whatever costs time is opened only when it is asked for.
import type { Config } from './config/load.ts';
import { createWriter, type Writer } from './io.ts';
import type { Clock, Instant } from './model/instant.ts';
import type { Look } from './model/report.ts';

/** Streams and surroundings of the process; a test gives its own. Nothing below `bin` touches `process`. */
export interface Io {
  readonly stdout: OutStream;
  readonly stderr: OutStream;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly now: () => number;
  /** Runs a module that the user wrote; code that was compiled before cannot. */
  readonly importModule: (url: string) => Promise<{ readonly default?: unknown }>;
  /** Aborted by Ctrl-C: commands stop at the next safe point and say what they know. */
  readonly signal: AbortSignal;
}

export interface OutStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Context {
  readonly io: Io;
  readonly clock: Clock;
  readonly config: Config;
  readonly look: Look;
  /** Name of the format for standard output, and the files that `--output` asked for. */
  readonly format: string;
  readonly outputs: readonly { readonly format: string; readonly file: string }[];
  readonly verbose: boolean;
  /** Data: standard output. Everything else: standard error. Both go through the one door for foreign text. */
  readonly out: Writer;
  readonly err: Writer;
}

export interface Request {
  readonly format: string;
  readonly outputs: Context['outputs'];
  readonly verbose: boolean;
}

export function createContext(io: Io, config: Config, request: Request): Context {
  return {
    io,
    clock: () => io.now() as Instant,
    config,
    look: { ...lookOf(io, config), verbose: request.verbose },
    ...request,
    out: createWriter(io, 'stdout'),
    err: createWriter(io, 'stderr'),
  };
}

function lookOf(io: Io, config: Config): Look {
  const plain = config.plain.value;
  return {
    width: Math.max(40, io.stdout.columns ?? 100),
    colour: !plain && wantsColour(io, config.color.value),
    plain,
    unicode: io.env.TERM !== 'linux' && !/^(C|POSIX)$/.test(io.env.LC_ALL || io.env.LC_CTYPE || io.env.LANG || 'utf8'),
    time: config.time.value,
  };
}

/** The flag wins; then NO_COLOR, which wins over variables that force; then the terminal itself. */
function wantsColour(io: Io, color: 'auto' | 'always' | 'never'): boolean {
  if (color !== 'auto') return color === 'always';
  if (io.env.NO_COLOR) return false;
  if (io.env.FORCE_COLOR && io.env.FORCE_COLOR !== '0') return true;
  return io.stdout.isTTY === true && io.env.TERM !== 'dumb';
}
