// What this process is called on every row that it writes: told apart from the one before it with the same number.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

export function instanceName(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}
