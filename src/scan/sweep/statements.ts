// What one line says: mostly one thing, read where it stands in the bytes; the forms that need more are turned into such lines.
import type { FieldMap } from '../../model/field-map.ts';
import { field } from './field-names.ts';
import type { LineKind, LineSigns } from './line-signs.ts';
import { absent, escaped, plain } from './line-tokens.ts';
import { type PlainAccess, plainAccess } from './plain-access.ts';
import { mayTell, namesRequest, saysNothing, toldBy, toldByAccess } from './told-lines.ts';

/** The values are those of `signs`. `isOwn`: written for this program. No kind: it belongs to no story, and may have a time. */
export type TakeStatement = (kind: LineKind | undefined, isOwn: boolean) => void;

const open = 123;
/** No form of another program's line is shorter. */
const shortest = 20;
const signsOfSent = /event_id|trigger_id|payload=%7B|command=%2F/i;
const longestSent = 256 * 1024;

export class Statements {
  readonly #signs: LineSigns;
  readonly #map: FieldMap;
  readonly #isUsual: boolean;

  constructor(signs: LineSigns, map: FieldMap) {
    this.#signs = signs;
    this.#map = map;
    this.#isUsual = saysNothing(map);
  }

  /** A web server's line in its commonest form, where a configuration says nothing; it holds until the next line is read. */
  access(bytes: Buffer, from: number, to: number): PlainAccess | undefined {
    return this.#isUsual && bytes[from] !== open ? plainAccess(bytes, from, to) : undefined;
  }

  each(bytes: Buffer, from: number, to: number, take: TakeStatement): void {
    const { values, factKinds } = this.#signs;
    const access = this.access(bytes, from, to);
    if (access) {
      const told = toldByAccess(bytes, access);
      if (!factKinds.has('delivery') && values.read(told, 0, told.length - 1)) take('delivery', false);
      return;
    }
    const isRead = values.read(bytes, from, to);
    const isFact = isRead && values.isFact;
    if (isFact ? this.#isCarried(bytes, from) : this.#mayTell(bytes, from, to)) {
      const told = toldBy(bytes.toString('utf8', from, to), this.#map);
      for (const one of told) {
        // Where this log tells the same in lines written for this program, others are only an echo.
        if ((!one.isOwn && factKinds.has(one.kind)) || !values.read(one.bytes, 0, one.bytes.length - 1)) continue;
        take(one.kind, one.isOwn);
      }
      if (told.length > 0) return;
    }
    if (isRead) take(this.#signs.kind(), values.isFact);
  }

  /** The platform that carries a fact line knows the request in which it was written. */
  #isCarried(bytes: Buffer, from: number): boolean {
    const { values } = this.#signs;
    if (values.has(field.request_id)) return false;
    const { isInRequest, begin, how } = values.tokens;
    // `req.id`: what stands deeper is none of the fact's own fields.
    if (how[field.request_id] !== absent) return true;
    return isInRequest || (bytes[from] !== open && values.tokens.bytes === bytes && namesRequest(bytes, from, begin));
  }

  /** What came in, logged as the text that it was: its names stand inside. */
  #isSentAsText(): boolean {
    const { how, starts, ends, bytes } = this.#signs.values.tokens;
    const [kind, from, to] = [how[field.sent], starts[field.sent] as number, ends[field.sent] as number];
    if ((kind !== plain && kind !== escaped) || to - from < shortest) return false;
    return signsOfSent.test(bytes.toString('latin1', from, Math.min(to, from + longestSent)));
  }

  /** An object is read by its properties; the text that it may carry is a line of its own. */
  #mayTell(bytes: Buffer, from: number, to: number): boolean {
    if (bytes[from] !== open) return to - from >= shortest && mayTell(bytes, from, to, false);
    const { how, starts, ends, bytes: read, isInRequest } = this.#signs.values.tokens;
    if (how[field.sqs_message] !== absent || how[field.dedupe] !== absent) return true;
    if (isInRequest && how[field.request_id] === absent) return true;
    if (this.#isSentAsText()) return true;
    if (how[field.wrapped] === absent) return false;
    const [start, end] = [starts[field.wrapped] as number, ends[field.wrapped] as number];
    return end - start >= shortest && read[start] !== open && mayTell(read, start, end, true);
  }
}
