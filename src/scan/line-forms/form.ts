// What a form of log line has to say: the fields that it writes itself, and what it carries inside.
import type { LogRecord } from '../log-record.ts';

export interface Layer {
  /** Under the names that loggers use, so that one reader of fields reads every form. */
  readonly fields: LogRecord;
  /** The line that somebody else wrote and this form only carries: text, or an object. */
  readonly inside?: string | LogRecord;
  /** The times of such lines are cut to whole seconds: they are no measure beside finer ones. */
  readonly isCoarse?: true;
  /** What the platform itself tells of a run of a function; nothing else is read from such a line. */
  readonly invocation?: Invocation;
  /** What a worker tells of one task; nothing else is read from such a line. */
  readonly task?: TaskLine;
}

/** One line of a worker about one start of a task. Spans in milliseconds. */
export interface TaskLine {
  readonly jobId: string;
  /** Where several write into one log: which of them. Undefined: the line does not say. */
  readonly process?: string;
  /** Two lines with one name are about one start. */
  readonly start?: string;
  readonly is: 'received' | 'started' | 'ended';
  readonly tookMs?: number;
  readonly outcome?: 'done' | 'failed' | 'lost' | 'unknown';
  readonly errorCode?: string;
}

/** One line about one invocation of a function. Spans in milliseconds. */
export interface Invocation {
  readonly requestId: string;
  readonly is: 'begun' | 'ended' | 'reported';
  readonly durationMs?: number;
  /** Of a cold start: loading the code before the first call. */
  readonly initMs?: number;
  /** Undefined: the line does not say. */
  readonly outcome?: 'done' | 'failed';
  readonly errorCode?: string;
}

export interface LineForm {
  /** As `dedupe logs check` names it. */
  readonly id: string;
  readonly title: string;
  /** Undefined: the line has another form. Never asked about a line that is an object from its first letter to its last. */
  readonly readText?: (text: string) => Layer | undefined;
  /** The same for a line that is one. */
  readonly readObject?: (line: LogRecord) => Layer | undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function objectOf(value: unknown): LogRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LogRecord) : undefined;
}

/** Without what is not known, so that an outer layer can still say it. */
export function known(fields: LogRecord): LogRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
