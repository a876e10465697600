// The version of a filter follows from its rules, so that two processes with different rules cannot bear the same one.
import { createHash } from 'node:crypto';

/** Raised when this program decides differently about the same rules. */
const program = 1;

/** `sender`: whose events are decided about, such as `slack.support`; filters of two senders are never two versions of one. */
export function filterVersion(sender: string, rules: object): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(rules)))
    .digest('hex');
  return `${sender}-${program}-${digest.slice(0, 10)}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
