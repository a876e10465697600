// The bytes to look for when an identifier is searched in a log: a part that stands there unescaped in any format.
import type { Identifier } from '../model/timeline/identifiers.ts';

export interface Needle {
  readonly text: string;
  /** The text is the identifier as a whole: `42` is not looked for inside `1420`. */
  readonly bounded: boolean;
  /** A second text that the line must hold too, where the first alone would be in nearly every line. */
  readonly beside: string | undefined;
}

/** Shorter than this a text turns up in times, counts and other ids all over a log. */
const short = 6;

/** A line that holds it is likely to be about what is asked for; the number of a row stands in lines of all kinds. */
export function isTelling({ text }: Needle): boolean {
  return text.length >= short;
}

/** Undefined: this identifier cannot be looked for by bytes. */
export function needleOf(identifier: Identifier): Needle | undefined {
  // Every line of an instance names it; only the few about its life are wanted.
  if (identifier.type === 'instance') return { text: 'lifecycle', bounded: false, beside: plainPart(identifier.value) };
  const [own, beside] = partsOf(identifier);
  const text = plainPart(own);
  if (text === undefined) return undefined;
  const second = beside === undefined || text.length >= short ? undefined : plainPart(beside);
  return { text, bounded: text === own && identifier.type !== 'subject', beside: second };
}

/** The same as what the search in bytes answers. */
export function holds(line: string, { text, bounded, beside }: Needle): boolean {
  if (beside !== undefined && !line.includes(beside)) return false;
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    if (
      !bounded ||
      !(
        /^\w/.test(line.slice(at + text.length, at + text.length + 1)) ||
        /(?<!\\[tnrbf])(?<=\w)$/.test(line.slice(Math.max(0, at - 2), at))
      )
    )
      return true;
  }
  return false;
}

export function nameOfNeedle({ text, bounded, beside = '' }: Needle): string {
  return `${bounded ? 'whole' : 'part'}\n${text}\n${beside}`;
}

/** A logger may escape slashes, quotes and letters beyond ASCII: a run without any of these is in every spelling. */
function plainPart(text: string): string | undefined {
  if (/^[\w.:#@+=-]+$/.test(text)) return text;
  const parts = text.split(/[^\w.:#@+=-]+/).filter((part) => part !== '');
  const numbered = parts.filter((part) => /\d/.test(part));
  return (numbered.length > 0 ? numbered : parts).toSorted((a, b) => b.length - a.length)[0];
}

/** The part that a line holds which does not name the identifier as a whole, and what else it holds then. */
function partsOf({ type, value }: Identifier): readonly [own: string, beside?: string | undefined] {
  const slash = value.lastIndexOf('/');
  if (type === 'job') return [value.slice(slash + 1), value.slice(0, slash)];
  if (type === 'record') return [value.slice(slash + 1)];
  // Whatever stands before and behind the id; a short one is looked for where its host is named.
  if (type === 'url' && slash >= 0)
    return [value.slice(slash + 1).replace(/^.*\?/, ''), value.slice(0, value.indexOf('/'))];
  if (type === 'delivery_id') return requestParts(value) ?? [value];
  if (type !== 'subject') return [value];
  // The seconds of a message's ts: loggers drop the dot, or the zeros behind it.
  const seconds = /(?:^|:)(\d{10})\.\d{6}(?:$|:)/.exec(value)?.[1];
  // `slack:view:V1:action:save`: a line may hold the view's id only.
  return [seconds ?? /^slack:[a-z]+:([^:]+)/.exec(value)?.[1] ?? value];
}

/** `request:ID` and, for an id that one process counts, `request:ID@PROCESS`. */
function requestParts(value: string): readonly [string, string?] | undefined {
  const [, own, process] = /^request:(.+?)(?:@(.*))?$/s.exec(value) ?? [];
  return own === undefined ? undefined : [own, process];
}
