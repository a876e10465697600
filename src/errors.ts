// The one error class. Its codes are stable: scripts match them, sentences may change.
import { Exit, type ExitCode } from './exit.ts';

/** Every code, with the exit status that it ends in. A code once shipped keeps its meaning. */
const codes = {
  DEDUPE_USAGE: Exit.misuse,
  DEDUPE_UNKNOWN_COMMAND: Exit.misuse,
  DEDUPE_UNKNOWN_RULE: Exit.misuse,
  DEDUPE_UNKNOWN_SCENARIO: Exit.misuse,
  DEDUPE_DRILL_REFUSED: Exit.misuse,
  DEDUPE_UNKNOWN_REFERENCE: Exit.misuse,
  DEDUPE_UNKNOWN_VERSION: Exit.misuse,
  DEDUPE_NO_TEXT_YET: Exit.failed,
  DEDUPE_NO_SOURCE: Exit.misuse,
  DEDUPE_CONFIG_INVALID: Exit.misuse,
  DEDUPE_CONFIG_UNREADABLE: Exit.misuse,
  DEDUPE_INPUT_INVALID: Exit.misuse,
  DEDUPE_ANONYMIZE_REFUSED: Exit.failed,
  DEDUPE_FILE_UNREADABLE: Exit.failed,
  DEDUPE_BASELINE_INVALID: Exit.misuse,
  DEDUPE_FILE_UNWRITABLE: Exit.failed,
  DEDUPE_DB_UNREACHABLE: Exit.failed,
  DEDUPE_DB_REFUSED: Exit.failed,
  DEDUPE_DB_BUSY: Exit.failed,
  DEDUPE_DB_QUERY: Exit.failed,
  DEDUPE_SCHEMA_MISSING: Exit.failed,
  DEDUPE_SCHEMA_NEWER: Exit.failed,
  DEDUPE_SCHEMA_OLDER: Exit.failed,
  DEDUPE_SCHEMA_CHANGED: Exit.failed,
  DEDUPE_MIGRATION_FAILED: Exit.failed,
  DEDUPE_EMBEDDED_REFUSED: Exit.misuse,
  DEDUPE_UNKNOWN_TARGET: Exit.misuse,
  DEDUPE_TARGET_CREDENTIALS: Exit.failed,
  DEDUPE_TARGET_UNREACHABLE: Exit.failed,
  DEDUPE_QUEUE_CREDENTIALS: Exit.failed,
  DEDUPE_QUEUE_UNREACHABLE: Exit.failed,
  DEDUPE_QUEUE_REFUSED: Exit.failed,
  DEDUPE_SLACK_UNREACHABLE: Exit.failed,
  DEDUPE_SLACK_CREDENTIALS: Exit.failed,
  DEDUPE_LISTEN_REFUSED: Exit.failed,
  DEDUPE_PLAN_INVALID: Exit.misuse,
  DEDUPE_PLAN_REFUSED: Exit.failed,
  DEDUPE_INTERRUPTED: Exit.interrupted,
  DEDUPE_BUG: Exit.failed,
} as const satisfies Record<string, ExitCode>;

export type ErrorCode = keyof typeof codes;

const mark: unique symbol = Symbol.for('event-dedupe.error');

export class DedupeError extends Error {
  readonly [mark] = true;
  readonly code: ErrorCode;
  /** What the reader can do about it: one sentence, or empty where nothing is known. */
  readonly hint: string;

  constructor(code: ErrorCode, sentence: string, options: { hint?: string; cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.name = 'DedupeError';
    this.code = code;
    this.hint = options.hint ?? '';
  }

  /** Launcher, commands and pipeline are bundles of their own: an error that crosses is of another class with the same mark. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && mark in value;
  }

  get exit(): ExitCode {
    return codes[this.code];
  }
}
