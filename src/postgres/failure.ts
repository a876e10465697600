// What a driver's error means: one code, one sentence, and nothing in it that was secret.
import { DedupeError, type ErrorCode } from '../errors.ts';

/** What is left of a driver's error: its words without secrets, and the fields that decide. */
export class DriverFailure extends Error {
  readonly sqlState: string | undefined;
  /** Character in the statement, from 1; undefined when the server named none. */
  readonly position: number | undefined;
  readonly detail: string | undefined;
  /** Where the server was when it failed: a parameter that is no value of its type is named here. */
  readonly context: string | undefined;

  constructor(error: unknown, secrets: readonly string[]) {
    const first = firstOf(error);
    const field = (name: string) => {
      const value: unknown = Reflect.get(first, name);
      return typeof value === 'string' && value !== '' ? scrub(value, secrets) : undefined;
    };
    const words = dataWords(field('code'));
    super(words ?? scrub(first.message || String(field('code') ?? first.name), secrets));
    this.name = 'DriverFailure';
    this.sqlState = field('code');
    this.position = Number(field('position')) || undefined;
    this.detail = field('detail');
    this.context = field('where');
    const stack = first.stack ?? first.message;
    this.stack = scrub(words === undefined ? stack : stack.replace(first.message, words), secrets);
  }
}

/** Of a value that does not fit (class 22) the server repeats the value itself: it is a row's, and stays where it is. */
function dataWords(sqlState = ''): string | undefined {
  if (!sqlState.startsWith('22')) return undefined;
  return dataFaults[sqlState] ?? 'a value does not fit what is done with it';
}

const dataFaults: Readonly<Record<string, string>> = {
  '22P02': 'a value is not written as its type asks',
  '22003': 'a number is larger than its type',
  '22007': 'a value is no time',
  '22008': 'a time is out of range',
  '22012': 'division by zero',
  '22P05': 'a character does not exist in the encoding',
};

export interface Failing {
  /** Where the database is, without secrets. */
  readonly where: string;
  readonly secrets: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** The one exit for whatever a driver throws. A DedupeError passes through as it is. */
export function wrapped(error: unknown, { where, secrets, signal }: Failing): DedupeError {
  if (error instanceof DedupeError) return error;
  if (signal?.aborted) return new DedupeError('DEDUPE_INTERRUPTED', `interrupted while ${where} was working`);
  const failure = new DriverFailure(error, secrets);
  const [code, sentence, hint] = meaning(failure, where);
  return new DedupeError(code, sentence, { hint, cause: failure });
}

/** The driver's part of an error that came through `wrapped`; undefined for any other. */
export function failureOf(error: unknown): DriverFailure | undefined {
  const cause = error instanceof DedupeError ? error.cause : undefined;
  return cause instanceof DriverFailure ? cause : undefined;
}

type Meaning = readonly [ErrorCode, string, string];

function meaning(failure: DriverFailure, where: string): Meaning {
  const { message, sqlState = '' } = failure;
  if (networkCodes.has(sqlState) || gone.test(message))
    return ['DEDUPE_DB_UNREACHABLE', `cannot reach ${where}: ${message}`, 'Is it running, and is host and port right?'];
  if (/^(08|57P0)/.test(sqlState))
    return ['DEDUPE_DB_UNREACHABLE', `${where} ended the connection: ${message} (${sqlState})`, ''];
  if (sqlState === '53300')
    return ['DEDUPE_DB_BUSY', `${where} has no free connection: ${message} (53300)`, 'Try again, or raise its limit.'];
  if (/^28|^3D000$/.test(sqlState) || login.test(message))
    return [
      'DEDUPE_DB_REFUSED',
      `${where} refused the login: ${message}${inBrackets(sqlState)}`,
      'Check user, password and database name.',
    ];
  if (sqlState === '42501' && message.includes('row-level security'))
    return [
      'DEDUPE_DB_REFUSED',
      `${where} hides rows from this role: ${message} (42501)`,
      'What is hidden would look like what is not there: read as a role with BYPASSRLS, or drop the policy for it.',
    ];
  if (sqlState === '42501')
    return [
      'DEDUPE_DB_REFUSED',
      `${where} refused the statement: ${message} (42501)`,
      'dedupe migrate --grants prints the rights that a reader and a writer need.',
    ];
  if (/^(55P03|40P01|40001)$/.test(sqlState))
    return ['DEDUPE_DB_BUSY', `${where} is busy: ${message} (${sqlState})`, 'Another session holds what is needed.'];
  return ['DEDUPE_DB_QUERY', `${where} could not run a statement: ${message}${inBrackets(sqlState)}`, ''];
}

/** What Node names an unreachable peer; the same field holds SQLSTATE when the server spoke. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'EACCES',
]);
const gone = /^(timeout expired|Connection terminated|Client has encountered a connection error|The server does not)/;
const login = /^SASL|client password must be a string/;

function inBrackets(sqlState: string): string {
  return sqlState === '' ? '' : ` (${sqlState})`;
}

/** A name with two addresses fails twice, and the driver then hides both reasons in one list. */
function firstOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  return error instanceof Error ? error : new Error(String(error));
}

function scrub(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
