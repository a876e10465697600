// Where the demo keeps its embedded database: a cache of its own, one for each version of the program.
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/**
 * The user's cache folder, or the temporary one where there is no home that can be written to. `name` tells one recording from
 * another: rows of two incidents in one database would explain each other.
 */
export function demoFolder(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const own = `demo-${manifest.version}-${name}`;
  const parents = [env.XDG_CACHE_HOME, join(env.HOME || homedir(), '.cache')].filter((path) => path !== undefined);
  for (const parent of parents) {
    try {
      // One level at a time: a folder that is far from existing is nobody's cache.
      const folder = join(parent, 'event-dedupe');
      for (const path of [parent, folder]) if (!existsSync(path)) mkdirSync(path);
      accessSync(folder, constants.W_OK);
      return join(folder, own);
    } catch {
      // Not there and not to be made: the next place is as good.
    }
  }
  return join(tmpdir(), `event-dedupe-${userInfo().uid}`, own);
}
