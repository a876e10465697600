// Patterns of SCAN.

/** A name with `*` in it is a name here and a pattern there. */
export function globSafe(text: string): string {
  return text.replace(/[\\*?[\]]/g, (sign) => `\\${sign}`);
}
