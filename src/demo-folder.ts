// Where the demo keeps its embedded database: a cache of its own, one for each version of the program.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The user's cache folder, or the temporary one where there is no home that can be written to. */
export function demoFolder(env: Readonly<Record<string, string | undefined>>): string {
  const name = `demo-${manifest.version}`;
  const parents = [env.XDG_CACHE_HOME, join(env.HOME || homedir(), '.cache')].filter((path) => path !== undefined);
  for (const parent of parents) {
    try {
      const folder = join(parent, 'event-dedupe');
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return join(folder, name);
    } catch {
      // Not there and not to be made: the next place is as good.
    }
  }
  return join(tmpdir(), `event-dedupe-${userInfo().uid}`, name);
}
