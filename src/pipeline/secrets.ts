// Secrets from files, read again when a file has changed: a rotation needs no restart.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { DedupeError } from '../errors.ts';

/** How often a file is looked at, at most. */
const everyMs = 1_000;

/**
 * The secret in a file, without white space around it. Throws when it cannot be read at the start; later, what stood there
 * last goes on being used while the file is gone, empty or half written.
 */
export function secretFile(path: string, now: () => number = Date.now): () => string {
  let secret = read(path);
  if (secret === '') throw new DedupeError('DEDUPE_USAGE', `${path} holds no secret`);
  let mark = markOf(path);
  let lookedAt = now();
  return () => {
    if (now() - lookedAt < everyMs) return secret;
    lookedAt = now();
    try {
      const found = markOf(path);
      if (found === mark) return secret;
      const changed = read(path);
      if (changed !== '') {
        secret = changed;
        mark = found;
      }
    } catch {
      // It is being exchanged: the next look finds the new one.
    }
    return secret;
  };
}

/** Tells processes with one credential from others, and nobody what it is: the credential is long and drawn by chance. */
export function tokenDigest(secret: string | undefined): string | undefined {
  return secret && createHash('sha256').update(`token-digest:${secret}`).digest('hex').slice(0, 16);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${path} cannot be read`, { cause });
  }
}

function markOf(path: string): string {
  const { mtimeMs, ino, size } = statSync(path);
  return `${mtimeMs} ${ino} ${size}`;
}
