// How is the ts of a message read, in every spelling that pages and loggers give it?
import { wholeTs } from '../../model/ts.ts';

export { at, field, idOf } from '../value.ts';

/**
 * A message's ts: seconds, a dot, a fraction. Pages and some loggers drop the dot before the six digits;
 * a logger that wrote it as a number dropped the zeros behind it.
 */
export function tsOf(...candidates: unknown[]): string | undefined {
  for (const value of candidates) {
    const text = typeof value === 'number' && value > 0 ? value.toFixed(6) : value;
    if (typeof text !== 'string') continue;
    const ts = wholeTs(text);
    if (/^\d+\.\d+$/.test(ts)) return ts;
  }
  return undefined;
}
