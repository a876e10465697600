// Secrets out: whatever a reader could put together from the text is masked, hidden characters inside it or not.
import { lazyPattern } from '../lazy-pattern.ts';
import { findAddresses, mayHoldAddress } from './addresses.ts';
import { findPairs } from './pairs.ts';
import { cut, eachMatch, type Span, without } from './spans.ts';
import { mayHoldToken, tokenForms } from './tokens.ts';
import { findInUrls } from './urls.ts';
import { hasHidden, hasHiddenInDocument, hiddenClass, ownColour } from './visible.ts';

// What a terminal swallows: colour and cursor sequences, titles and links, character sets. What a title holds is free of
// controls, so that many openings without an end are each walked once.
const controlSequence = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`;
const title = String.raw`(?:\x1b[\]P_^X]|[\x90\x98\x9d-\x9f])[^\x00-\x1f\x7f-\x9f]{0,4096}(?:\x07|\x1b\\|\x9c)`;
const characterSet = String.raw`\x1b[()*+][0-9A-Z]`;
const sequences = `${controlSequence}|${title}|${characterSet}`;
const hiddenButBreaks = String.raw`(?![\n\t])${hiddenClass}`;

const inField = [lazyPattern(`${sequences}|${hiddenClass}`, 'gu'), lazyPattern(hiddenClass, 'gu')];
const inDocument = [lazyPattern(`${sequences}|${hiddenButBreaks}`, 'gu'), lazyPattern(hiddenButBreaks, 'gu')];

/**
 * One field: secrets become `***`, behind a readable prefix where there is one (`xoxb-***`, `Bearer ***`). Idempotent, and
 * linear in the length. Line ends inside a field count as sprinkled too.
 */
export function mask(text: string): string {
  return settled(text, (before) => cut(before, findAll(before, hasHidden(before) ? inField : [])));
}

/** A whole document: line ends and tabs part what stands on their two sides; the program's own colours stay. */
export function maskDocument(text: string): string {
  return settled(text, (before) =>
    cut(before, findAll(before, hasHiddenInDocument(before) ? inDocument : []), ownColour),
  );
}

/** A mask can be the edge that its neighbour was missing, so it is looked at again; no chain of such neighbours is longer. */
function settled(text: string, pass: (text: string) => string): string {
  let shown = text;
  for (let round = 0; round < 6; round++) {
    const next = pass(shown);
    if (next === shown) break;
    shown = next;
  }
  return shown;
}

/**
 * Looked for in the text as it is (a hidden character may be the edge that a pattern needs), in what a terminal would show,
 * and in what is left without single hidden characters; masked wherever one of the three finds something.
 */
function findAll(text: string, readings: readonly (() => RegExp)[]): Span[] {
  const spans = find(text);
  for (const hidden of readings) {
    const bare = without(text, hidden());
    for (const { start, end } of find(bare.text)) {
      // What is hidden right before a secret goes with it.
      spans.push({ start: start === 0 ? 0 : bare.place(start - 1) + 1, end: bare.place(end - 1) + 1 });
    }
  }
  return spans;
}

/** Every address, query and pair of a name and a value has one of these. */
const namesOrAddresses = new RegExp(`[=/?]|${mayHoldAddress.source}`);

function findNamed(text: string): Span[] {
  const urls = findInUrls(text);
  return [...findPairs(text), ...urls.spans, ...findAddresses(text, urls.logins)];
}

function find(text: string): Span[] {
  const spans = namesOrAddresses.test(text) ? findNamed(text) : [];
  if (!mayHoldToken.test(text)) return spans;
  for (const { pattern, unless } of tokenForms()) {
    eachMatch(pattern, text, (match) => {
      const start = match.index + (match[1] ?? '').length;
      const end = match.index + match[0].length;
      if (!unless?.(text.slice(start, end))) spans.push({ start, end });
    });
  }
  return spans;
}
