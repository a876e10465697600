// Records that a container's runtime cut at 16 KiB, and objects that were printed over several lines, put together again where they
// stand: as many bytes and lines come out as go in.
import { type ByteCounts, ByteSearch, countBytes } from './byte-search.ts';
import { printedBegin, printedEdge, printedSigns } from './printed-objects.ts';
import { dockerLog, dockerStream, joinedParts } from './record-parts.ts';

const newline = 10;
const [quote, backslash, blank] = [34, 92, 32];
/** Cut records that do not end within so many bytes are passed on as they are: no log record is that long. */
const mostOpen = 4 * 1024 * 1024;
const none = Buffer.alloc(0);
const sampleBytes = 64 * 1024;
const signs = { cri: ['stdout P ', 'stderr P '], docker: ['"stream"'], printed: printedSigns };
const forms = ['cri', 'docker', 'printed'] as const;
type Form = (typeof forms)[number];
/** Lines at the beginning and at the end of each piece whose form is looked at: one file may hold what several wrote. */
const looked = 4;
const headLetters = 64;
const criBegin = /^\S{20,40} (?:stdout|stderr) [FP] /m;
const dockerBegin = /^\{\s*"log"\s*:/m;

/**
 * A record that was put together stands at the line of its last part, blank lines at those of the others. What comes out ends
 * with a whole line that no open record reaches over, so that reading can begin there.
 */
export class SplitRecords {
  #rest: Buffer = none;
  #isBegun = false;
  #counts: ByteCounts = new Uint32Array(256);
  readonly #signs = new Map<Form, readonly ByteSearch[]>();
  #room: Buffer | undefined;
  /** Inside of a line without an end in sight. */
  #isLong = false;

  /** Of the next bytes those that are settled. May be the same buffer: take what is needed before the next step. */
  take(chunk: Buffer): Buffer {
    if (this.#isBegun) {
      if (this.#signs.size < forms.length) for (const form of formsAtEdges(chunk)) this.#lookFor(form);
      return this.#settle(chunk);
    }
    // A copy of each first piece would be a MiB for every place that is read again.
    const isEnough = this.#rest.length === 0 && chunk.length >= sampleBytes;
    this.#rest = isEnough ? chunk : Buffer.concat([this.#rest, chunk]);
    return this.#rest.length < sampleBytes ? none : this.#begun();
  }

  /** What is left: records whose last part never came. */
  end(): Buffer {
    const settled = this.#isBegun ? none : this.#begun();
    return Buffer.concat([settled, this.#taken()]);
  }

  #begun(): Buffer {
    const bytes = this.#taken();
    this.#isBegun = true;
    this.#counts = countBytes(bytes.subarray(0, sampleBytes));
    for (const form of [...formsIn(bytes.toString('latin1', 0, sampleBytes)), ...formsAtEdges(bytes)])
      this.#lookFor(form);
    return this.#settle(bytes);
  }

  #lookFor(form: Form): void {
    if (!this.#signs.has(form))
      this.#signs.set(
        form,
        signs[form].map((sign) => new ByteSearch(sign, false, this.#counts)),
      );
  }

  #taken(): Buffer {
    const rest = this.#rest;
    this.#rest = none;
    return rest;
  }

  #settle(chunk: Buffer): Buffer {
    if (this.#signs.size === 0) return chunk;
    const bytes = this.#rest.length > 0 ? this.#behindRest(chunk) : chunk;
    const begin = this.#isLong ? bytes.indexOf(newline) + 1 : 0;
    const cut = bytes.lastIndexOf(newline) + 1;
    if (cut === 0 || (this.#isLong && begin === 0))
      return this.#hold(bytes, 0, bytes.length > mostOpen || this.#isLong);
    this.#isLong = false;
    if (!this.#hasPart(bytes)) return this.#hold(bytes, cut, false);
    const { joined, open } = joinedParts(bytes, begin, cut);
    if (bytes.length - open > mostOpen) return this.#hold(bytes, cut, false);
    this.#rest = Buffer.from(bytes.subarray(open));
    return joined;
  }

  #hasPart(bytes: Buffer): boolean {
    return (
      (this.#signs.get('cri')?.some((sign) => hasSign(bytes, sign)) ?? false) ||
      (this.#signs.get('printed')?.some((sign) => hasSign(bytes, sign)) ?? false) ||
      (this.#signs.get('docker')?.some((sign) => hasOpenText(bytes, sign)) ?? false)
    );
  }

  /** In one room for all chunks: new memory for each costs more than what is done with it. */
  #behindRest(chunk: Buffer): Buffer {
    const size = this.#rest.length + chunk.length;
    if (this.#room === undefined || this.#room.length < size) this.#room = Buffer.allocUnsafeSlow(size * 2);
    this.#rest.copy(this.#room);
    chunk.copy(this.#room, this.#rest.length);
    return this.#room.subarray(0, size);
  }

  #hold(bytes: Buffer, cut: number, isLong: boolean): Buffer {
    this.#isLong = isLong;
    const at = isLong ? bytes.length : cut;
    this.#rest = Buffer.from(bytes.subarray(at));
    return bytes.subarray(0, at);
  }
}

/** A runtime writes each of its lines so. */
function formsIn(text: string): Form[] {
  const isDocker = dockerBegin.test(text) && dockerStream.test(text);
  return [
    ...(criBegin.test(text) ? (['cri'] as const) : []),
    ...(isDocker ? (['docker'] as const) : []),
    ...(printedBegin.test(text) ? (['printed'] as const) : []),
  ];
}

/** Of a few lines only: all bytes are searched for much shorter signs anyway. */
function formsAtEdges(bytes: Buffer): Form[] {
  const starts = [0];
  for (let at = -1, i = 0; i < looked; i++) {
    at = bytes.indexOf(newline, at + 1);
    if (at < 0) break;
    starts.push(at + 1);
  }
  for (let at = bytes.length, i = 0; i < looked && at > 0; i++) {
    at = bytes.lastIndexOf(newline, at - 1);
    if (at < 0) break;
    starts.push(at + 1);
  }
  const heads = starts.map((at) => bytes.toString('latin1', at, at + headLetters));
  const isDocker = heads.some((head) => dockerLog.test(head));
  return [
    ...(heads.some((head) => criBegin.test(head)) ? (['cri'] as const) : []),
    ...(isDocker ? (['docker'] as const) : []),
    ...(heads.some((head) => printedEdge.test(head.split('\n', 1)[0] as string)) ? (['printed'] as const) : []),
  ];
}

function hasSign(bytes: Buffer, sign: ByteSearch): boolean {
  return sign.next(bytes, 0) >= 0;
}

/** True as well where it cannot be said without reading the lines. */
function hasOpenText(bytes: Buffer, sign: ByteSearch): boolean {
  for (let at = sign.next(bytes, 0); at >= 0; at = sign.next(bytes, at + 1)) {
    let before = at - 1;
    while (bytes[before] === blank || bytes[before] === 44) before--;
    const isEnd = bytes[before] === quote && bytes[before - 1] === 110 && bytes[before - 2] === backslash;
    if (!isEnd || bytes[before - 3] === backslash) return true;
  }
  return false;
}
