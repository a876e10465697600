// A word of a command line that a person may copy into a shell: quoted where a shell would read more into it.

/** `variable`: the shell fills it in, so that what it holds is not written down. */
export type Word = string | { readonly variable: string };

export function shellWord(word: Word): string {
  if (typeof word !== 'string') return `"$${word.variable}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
