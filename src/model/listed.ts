// Names in a sentence.

/** `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** How often, in words where these are short. */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

export function counted(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five'][count] ?? String(count);
}

/** What two ways made, as the end of a sentence; with more objects than two nobody says that each way made one. */
export function pairMade(who: string, records: readonly string[]): string {
  return records.length > 2
    ? `together with what came besides they made: ${listed(records)}`
    : `${who} made its own: ${listed(records)}`;
}

/** As the beginning of one. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
