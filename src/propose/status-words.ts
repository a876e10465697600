// What the status words of a table mean: those that everybody uses, or those that its enumeration has.
import { columnFor } from './columns.ts';
import type { ProposedSelect } from './selects.ts';

/** What everybody means by these words. "failed" is left to a person: it does not say whether anything was made by then. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  done: ['done', 'ok', 'success', 'succeeded', 'completed', 'complete', 'finished', 'processed'],
  running: ['running', 'active', 'started', 'processing', 'in_progress', 'working'],
  lost: ['crashed', 'stalled', 'lost'],
};

/** Celery writes them so. */
const shouted = ['SUCCESS', 'STARTED'];

/** Of a row that was begun before, these say that it is to be begun again, and nothing of how it ended. */
const waiting =
  /^(new|queued|pending|waiting|ready|scheduled|created|received|delayed|available|enqueued|retry|retrying)$/;

export function wordLines(selects: readonly ProposedSelect[]): string[] {
  const own = selects.filter(({ fields }) => fields.has('outcome'));
  if (own.length === 0) return [];
  const labels = own.map(({ table }) => columnFor(table, 'state')?.labels ?? null);
  const known = [...new Set(labels.flatMap((some) => some ?? []))];
  // Where one column holds whatever was written, the words of the others are not all that can come.
  const pairs = labels.includes(null) ? [...usual(), ...meant(known)] : meant(known);
  const left = known.filter((label) => meaningOf(label) === undefined);
  return [
    '    # done, failed, unknown, lost or running. A bare failed is read as unknown: write failed: failed where nothing can have been made.',
    ...(left.length === 0 ? [] : [`    # What these mean, only you know: ${left.map(shown).join(', ')}`]),
    ...(pairs.length === 0
      ? []
      : [`    words: { ${[...new Map(pairs)].map(([word, meaning]) => `${shown(word)}: ${meaning}`).join(', ')} }`]),
  ];
}

function usual(): [string, string][] {
  return Object.entries(meanings).flatMap(([meaning, words]) =>
    [...words, ...shouted.filter((word) => words.includes(plain(word)))].map((word): [string, string] => [
      word,
      meaning,
    ]),
  );
}

function meant(labels: readonly string[]): [string, string][] {
  return labels.flatMap((label): [string, string][] => {
    const meaning = meaningOf(label);
    return meaning === undefined ? [] : [[label, meaning]];
  });
}

function meaningOf(label: string): string | undefined {
  const word = plain(label);
  return (
    Object.keys(meanings).find((meaning) => meanings[meaning]?.includes(word)) ??
    (waiting.test(word) ? 'unknown' : undefined)
  );
}

/** `IN_PROGRESS`, `inProgress` and `in progress` are one word. */
function plain(label: string): string {
  return label
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/** As YAML reads it back: what is no plain word stands in quotes. */
function shown(label: string): string {
  return /^[A-Za-z][\w-]*$/.test(label) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(label)
    ? label
    : JSON.stringify(label);
}
