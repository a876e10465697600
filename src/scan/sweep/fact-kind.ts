// Which kind of fact a line that was written for this program says it is.
import { type FactKind, lineKinds } from '../../model/fact-fields.ts';
import { field } from './field-names.ts';
import type { LineValues } from './line-values.ts';

/** By first letter and length; a word that is no kind makes no fact. */
export function factKindOf(values: LineValues): FactKind | undefined {
  const kind = kinds[values.first(field.dedupe) * 16 + values.length(field.dedupe)];
  return kind !== undefined && values.is(field.dedupe, kind) ? kind : undefined;
}

const kinds: (FactKind | undefined)[] = Array.from({ length: 128 * 16 });
for (const kind of lineKinds) kinds[kind.charCodeAt(0) * 16 + kind.length] = kind;
