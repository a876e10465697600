// Does a line begin a JSON object and not end it: cut off, or printed over several lines?

const [open, close, quote, blank, tab] = [123, 125, 34, 32, 9];

/** `{` alone or before a name; what begins otherwise is no JSON of a log. */
export function isUnended(bytes: Buffer, from: number, to: number): boolean {
  if (bytes[from] !== open || bytes[to - 1] === close) return false;
  if (to - from > 1 && bytes[from + 1] !== quote && bytes[from + 1] !== blank) return false;
  let last = to - 1;
  while (last > from && (bytes[last] === blank || bytes[last] === tab)) last--;
  return bytes[last] !== close;
}
