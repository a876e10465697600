// The id of an issue as Linear takes it from the client: the same key always gives the same UUID.
import { createHash } from 'node:crypto';

/** Version 4 in form, since Linear takes no other; its bits come from the key instead of from chance. */
export function linearIssueId(key: string): string {
  const bytes = createHash('sha256').update(`dedupe:${key}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
