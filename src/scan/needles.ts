// The bytes to look for when an identifier is searched in a log: a part that stands there unescaped in any format.
import type { Identifier } from '../model/timeline/identifiers.ts';

/** Undefined: this identifier cannot be looked for by bytes. */
export function needleOf({ type, value }: Identifier): string | undefined {
  const slackTs = type === 'subject' ? /\d{10}\.\d{6}/.exec(value)?.[0] : undefined;
  if (slackTs) return slackTs;
  const own = type === 'job' || type === 'record' ? value.slice(value.lastIndexOf('/') + 1) : value;
  // A logger may escape slashes, quotes and letters beyond ASCII: the longest run without any of these is in every spelling.
  const plain = own
    .split(/[^\w.:#@+=-]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  return plain === '' ? undefined : plain;
}
