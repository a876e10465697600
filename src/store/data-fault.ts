// Is it the values that the database refuses, whoever sends them and however often?
import { failureOf } from '../postgres/failure.ts';

/** Classes 22 (data) and 23 (constraints) of https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(failureOf(error)?.sqlState ?? '');
}
