// A word of a command line that a person may copy into a shell: quoted where a shell would read more into it.

export function shellWord(word: string | { readonly variable: string }): string {
  if (typeof word !== 'string') return `"$${word.variable}"`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
