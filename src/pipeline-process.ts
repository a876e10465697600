// What serve and work have in common as processes: their database, their end, and a word about each other.
import type { Context } from './context.ts';
import { DedupeError } from './errors.ts';

/** The URL of a server. Throws DEDUPE_NO_SOURCE; the embedded engine is refused where it would be opened. */
export function serverDatabase({ config }: Context, name: string): string {
  const url = config.database.value;
  if (url !== undefined) return url;
  throw new DedupeError('DEDUPE_NO_SOURCE', `dedupe ${name} needs a PostgreSQL server`, {
    hint: 'Give --database or set DEDUPE_DATABASE_URL.',
  });
}

/** Until Ctrl-C, or the word of whoever runs it (SIGTERM). */
export function untilStopped({ io: { signal } }: Context): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** `HOST:PORT`, or a port of this machine. */
export function placeOf(text: string): { host: string; port: number } {
  const [, host = '127.0.0.1', port] = /^(?:\[?([^\]]*?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new DedupeError('DEDUPE_USAGE', `--listen ${text} is not HOST:PORT`, { hint: 'For example 0.0.0.0:8787.' });
  return { host: host === '' ? '127.0.0.1' : host, port: Number(port) };
}

interface Other {
  readonly instance_id: string;
  readonly deployment_version: string | null;
  readonly filter_version: string | null;
  readonly is_older: boolean;
}

export function rivalSentence(role: string, other: Other): string {
  const versions = [other.deployment_version, other.filter_version].filter((one) => one !== null);
  const which = other.is_older ? 'an older' : 'a newer';
  return `warning: ${which} ${role} of another version is alive beside this one: ${other.instance_id} (${versions.join(', ') || 'no version'})`;
}

/** `code`: why no request can begin. Undefined: requests begin again. */
export function reachSentence(place: string, code: string | undefined): string {
  if (code === undefined) return `the application at ${place} is reached again`;
  return `warning: the application at ${place} is not reached (${code}); events are kept and tried again`;
}

/** As a worker tells how a claim ended. */
interface Step {
  readonly eventId: string;
  readonly sourceEventKey: string;
  readonly attempt: number;
  readonly ended: string;
  readonly errorCode?: string;
  readonly resultId?: string | undefined;
}

export function stepSentence(step: Step): string {
  const what = `${step.sourceEventKey || step.eventId}, attempt ${step.attempt}: ${step.ended}`;
  const made = step.resultId !== undefined ? `${what} as ${step.resultId}` : what;
  return step.errorCode !== undefined ? `${made} (${step.errorCode})` : made;
}

/** What nobody should have to ask for: an end that needs somebody. */
export function needsWord({ ended, errorCode }: Step): boolean {
  return ended === 'dead' || ended === 'unknown' || (ended === 'processed' && errorCode !== undefined);
}

export function troubleOf(error: unknown): string {
  return error instanceof DedupeError ? error.message : 'a claim failed';
}

/** Milliseconds of `48h` or `90d`. */
export function spanOf(flag: string, text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})(h|d)$/.exec(text) ?? [];
  if (number === undefined) throw new DedupeError('DEDUPE_USAGE', `${flag} ${text} is not a span such as 48h or 90d`);
  return Number(number) * (unit === 'd' ? 24 : 1) * 3_600_000;
}
