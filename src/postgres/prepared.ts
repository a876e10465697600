// Statements that a process asks again and again: planned once for each session.
import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/** The texts of this program are few; whoever makes more of them gets no name for the later ones. */
const most = 200;

/**
 * By the text itself: behind a pooler a session may hold what another process prepared, and the same name must mean the same
 * statement there.
 */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= most) return known;
  const name = `dedupe_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

/** A pooler gave this session another server's end: the name is not known there, or known already. Nothing was run. */
export function isLostStatement(error: unknown): boolean {
  const sqlState = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return sqlState === '26000' || sqlState === '42P05';
}
