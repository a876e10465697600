// Does log_fields name fields and kinds that fact lines have? Asked only of a file that has such a group.

import { factFields, lineKinds } from '../model/fact-fields.ts';
import { suggestion } from '../nearest.ts';
import { inFile, type Problem } from './problems.ts';
import type { Parsed } from './syntax.ts';

export function problemsInLogFields({ values, where }: Parsed): Problem[] {
  const group = (values as Readonly<Record<string, unknown>>).log_fields;
  if (typeof group !== 'object' || group === null) return [];
  const names = [...new Set(Object.values(factFields).flatMap(({ shape }) => Object.keys(shape)))].sort();
  return Object.entries(group).flatMap(([name, entry]) => {
    if (name === 'kind') return kindProblems(entry, where);
    if (names.includes(name)) return [];
    const sentence = `log_fields.${name} is no field of a fact line`;
    return [inFile(where(['log_fields'], name), sentence, suggestion(name, names))];
  });
}

function kindProblems(entry: unknown, where: Parsed['where']): Problem[] {
  const when = (entry as { readonly when?: unknown } | null)?.when;
  if (typeof when !== 'object' || when === null) {
    const hint = 'Allowed: a path, and under when a kind for each text that can stand there.';
    return [inFile(where(['log_fields'], 'kind'), 'log_fields.kind has no when', hint)];
  }
  return Object.entries(when)
    .filter(([, kind]) => !lineKinds.includes(kind as (typeof lineKinds)[number]))
    .map(([text, kind]) => {
      const sentence = `log_fields.kind.when.${text} is ${JSON.stringify(kind)}, which is no kind of fact`;
      return inFile(where(['log_fields', 'kind', 'when'], text), sentence, suggestion(String(kind), lineKinds));
    });
}
