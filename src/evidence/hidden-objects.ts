// Lines about what was asked for that show no fact and yet name an object like those that are known: a second one may stand there.
import type { Observation } from '../model/fact.ts';

interface Mute {
  readonly line: number;
  readonly text: string;
}

/** The first such line, with the name. A line that repeats known names, or has none like them, hides nothing that can be seen. */
export function hiddenObject(
  mute: readonly Mute[],
  observations: readonly Observation[],
): { readonly line: number; readonly name: string } | undefined {
  const fields = observations.map((one) => one.fields as Readonly<Record<string, unknown>>);
  const records = fields.flatMap(({ record_id, result_id }) => [record_id, result_id]).filter((id) => id !== undefined);
  const patterns = [...new Set(records.map(String))].map(likeIt);
  if (patterns.length === 0 || mute.length === 0) return undefined;
  const known = new Set(fields.flatMap((one) => Object.values(one).flatMap((value) => String(value).split(/[:/]/))));
  for (const { line, text } of mute) {
    for (const pattern of patterns) {
      for (const [, name = ''] of text.matchAll(pattern)) if (!known.has(name)) return { line, name };
    }
  }
  return undefined;
}

/** `OPS-41` is like no other word; a bare number or a long id is an object's only behind a word that says so. */
function likeIt(id: string): RegExp {
  const [, prefix] = /^([A-Za-z][A-Za-z0-9]*[-_])\d+$/.exec(id) ?? [];
  if (prefix !== undefined) return new RegExp(`(?<![\\w-])(${prefix}\\d{1,12})(?![\\w-])`, 'g');
  const value = /^\d+$/.test(id) ? '\\d{1,18}' : '[\\w-]{8,64}';
  return new RegExp(
    `\\b(?:ticket|task|issue|record|case)(?:[_ ]?(?:id|key|number))?\\W{1,4}(${value})(?![\\w-])`,
    'gi',
  );
}
