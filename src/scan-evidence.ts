// How a person traces one of the stories of a scan: the same evidence, as it was named on the command line.
import type { Config } from './config.ts';
import { hidePassword } from './config-keys.ts';
import { shellWord } from './shell-word.ts';

const mostPaths = 4;

/** What a file or a variable set needs no flag. A password is never repeated. */
export function traceCommandOf({ logs, database, file, fileNamed }: Config): (ref: string) => string {
  const paths = logs.from === '--logs' ? logs.value : [];
  const named = paths.length > mostPaths ? ['PATH'] : paths;
  const flags = [
    ...named.map((path) => `--logs ${shellWord(path)}`),
    ...(database.from === '--database' && database.value !== undefined
      ? [`--database ${shellWord(hidePassword(database.value))}`]
      : []),
    ...(fileNamed && file !== undefined ? [`--config ${shellWord(file)}`] : []),
  ];
  return (ref) => ['dedupe trace', shellWord(ref), ...flags].join(' ');
}
