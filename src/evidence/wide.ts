// A log in two bytes a letter: nothing in it would be found, and that must not look like nothing there.

export const wide = 'it is UTF-16, and logs are read as UTF-8';

/** Every other byte of the first letters is zero; a crash leaves runs of zeros, which are something else. */
export function isWide(head: string): boolean {
  return /^[^\0]{0,3}(?:\0[^\0]){8}/.test(head);
}
