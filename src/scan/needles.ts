// The bytes to look for when an identifier is searched in a log: a part that stands there unescaped in any format.
import type { Identifier } from '../model/timeline/identifiers.ts';

/** Undefined: this identifier cannot be looked for by bytes. */
export function needleOf(identifier: Identifier): string | undefined {
  // A logger may escape slashes, quotes and letters beyond ASCII: the longest run without any of these is in every spelling.
  const plain = partOf(identifier)
    .split(/[^\w.:#@+=-]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  return plain === '' ? undefined : plain;
}

/** The part that a line holds which does not name the identifier as a whole. */
function partOf({ type, value }: Identifier): string {
  if (type === 'job' || type === 'record') return value.slice(value.lastIndexOf('/') + 1);
  if (type !== 'subject') return value;
  // The seconds of a message's ts: loggers drop the dot, or the zeros behind it.
  const seconds = /(?:^|:)(\d{10})\.\d{6}(?:$|:)/.exec(value)?.[1];
  // `slack:view:V1:action:save`: a line may hold the view's id only.
  return seconds ?? /^slack:[a-z]+:([^:]+)/.exec(value)?.[1] ?? value;
}
