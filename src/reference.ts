// What the user holds in hand: which identifiers does a reference name?
import { DedupeError } from './errors.ts';
import type { Identifier } from './model/timeline/identifiers.ts';

/** Throws DEDUPE_USAGE for what can be no reference. Whether it is known anywhere is for the sources to say. */
export function resolveReference(reference: string): readonly Identifier[] {
  const text = reference.trim();
  if (text === '' || /\s/.test(text)) {
    throw new DedupeError('DEDUPE_USAGE', 'a reference is an event id such as Ev08SAMPLE1, without spaces');
  }
  return [{ type: 'event_id', value: text }];
}
