// Of lines that are one record: which are they, and what stands at their places when they are put together?
import { PrintedObject } from './printed-objects.ts';

const newline = 10;
const [quote, backslash, blank] = [34, 92, 32];
const none = Buffer.alloc(0);
const cri = /^\S{20,40} (?:stdout|stderr) ([FP]) /;
export const dockerLog = /^\{\s*"log"\s*:\s*"/;
export const dockerStream = /"stream"\s*:\s*"(stdout|stderr)"/;

interface Part {
  readonly stream: string;
  readonly isLast: boolean;
  /** Before what the app wrote, what it wrote, and behind it. */
  readonly head: Buffer;
  readonly own: Buffer;
  readonly tail: Buffer;
}

type Parts = { readonly lines: number[]; readonly own: Buffer[]; readonly first: Part };

/** `open`: where the earliest record begins that has no end before `to`. */
export function joinedParts(bytes: Buffer, from: number, to: number): { joined: Buffer; open: number } {
  const lines: Buffer[] = [bytes.subarray(0, from)];
  const offsets: number[] = [0];
  const open = new Map<string, Parts>();
  const joined: Pick<Parts, 'lines'>[] = [];
  let printed: PrintedObject | undefined;
  for (let at = from; at < to; ) {
    const end = bytes.indexOf(newline, at);
    const line = bytes.subarray(at, end + 1);
    const part = partOf(line);
    const before = part && open.get(part.stream);
    lines.push(line);
    offsets.push(at);
    at = end + 1;
    if (part === undefined) {
      const state = printed?.take(line, lines.length - 1);
      if (printed && state === 'ended') joined.push(joinPrinted(lines, printed, line));
      if (state !== 'open') printed = state === 'ended' ? undefined : PrintedObject.begunBy(line, lines.length - 1);
    }
    if (part === undefined || (before === undefined && part.isLast)) continue;
    const parts = before ?? { lines: [], own: [], first: part };
    parts.lines.push(lines.length - 1);
    parts.own.push(part.own);
    open.set(part.stream, parts);
    if (!part.isLast) continue;
    open.delete(part.stream);
    join(lines, parts, part.tail);
    joined.push(parts);
  }
  const begun = [...open.values(), ...(printed ? [printed] : [])].map(({ lines: [line = 0] }) => line);
  let first = Math.min(...begun, lines.length);
  // One that ends behind the beginning of an open one, of another stream, waits with it.
  for (const { lines: own } of joined.toReversed())
    if ((own.at(-1) ?? 0) >= first) first = Math.min(first, own[0] ?? 0);
  return { joined: Buffer.concat(lines.slice(0, first)), open: offsets[first] ?? to };
}

/** Each of its lines but the first begins with a blank or a bracket, so that no two words meet. */
function joinPrinted(lines: Buffer[], object: PrintedObject, last: Buffer): Pick<Parts, 'lines'> {
  const end = last.subarray((object.own.at(-1) as Buffer).length);
  const first = { stream: '', isLast: true, head: none, own: none, tail: none };
  join(lines, { lines: object.lines, own: [object.whole()], first }, end);
  return object;
}

function join(lines: Buffer[], { lines: numbers, own, first }: Parts, tail: Buffer): void {
  const whole = Buffer.concat([first.head, ...own, tail]);
  const room = numbers.reduce((sum, number) => sum + (lines[number] as Buffer).length, 0) - whole.length;
  const last = numbers.at(-1) as number;
  const end = Buffer.from('\n');
  for (const [i, number] of numbers.entries()) {
    const spaces = i === 0 ? Math.max(0, room - (numbers.length - 1)) : 0;
    lines[number] = number === last ? whole : Buffer.concat([Buffer.alloc(spaces, blank), end]);
  }
}

function partOf(line: Buffer): Part | undefined {
  const begin = line.toString('latin1', 0, 64);
  const [head = '', kind] = cri.exec(begin) ?? [];
  if (kind !== undefined) {
    const at = head.length;
    const isLast = kind === 'F';
    const own = line.subarray(at, isLast ? line.length : lineEnd(line));
    const stream = head.includes(' stdout ') ? 'stdout' : 'stderr';
    return { stream, isLast, head: Buffer.from(head.replace(/P $/, 'F ')), own, tail: none };
  }
  const from = dockerLog.exec(begin)?.[0].length;
  if (from === undefined) return undefined;
  const end = stringEnd(line, from);
  const stream = dockerStream.exec(line.toString('latin1', end))?.[1];
  if (stream === undefined) return undefined;
  const isLast = line[end - 1] === 110 && line[end - 2] === backslash && isEscape(line, end - 2);
  return { stream, isLast, head: line.subarray(0, from), own: line.subarray(from, end), tail: line.subarray(end) };
}

function lineEnd(line: Buffer): number {
  return line[line.length - 2] === 13 ? line.length - 2 : line.length - 1;
}

/** At the quotation mark that ends the text. */
function stringEnd(line: Buffer, from: number): number {
  for (let at = line.indexOf(quote, from); at >= 0; at = line.indexOf(quote, at + 1)) {
    if (!(line[at - 1] === backslash && isEscape(line, at - 1))) return at;
  }
  return line.length;
}

/** Of several backslashes in a row every other one is a letter. */
function isEscape(line: Buffer, at: number): boolean {
  let count = 0;
  while (line[at - count] === backslash) count++;
  return count % 2 === 1;
}
