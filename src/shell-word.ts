// A word of a command line that a person may copy into a shell: quoted where a shell would read more into it.

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
