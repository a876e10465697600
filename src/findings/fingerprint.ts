// A name for a finding that stays when lines move: the rule, the file, and what stands there.
import { createHash } from 'node:crypto';

/** `nth` counts equal places of one file, so that two equal lines are two findings. */
export function fingerprintOf(rule: string, file: string, excerpt: string, nth: number): string {
  const parts = [rule, file.replaceAll('\\', '/'), excerpt.replace(/\s+/g, ' ').trim(), String(nth)];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}
