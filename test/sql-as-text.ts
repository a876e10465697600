// The tests' counterpart of the build's text loader: a .sql file imports as its text.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export function sqlAsText(): Plugin {
  return {
    name: 'sql-as-text',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.sql')) return undefined;
      return `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`;
    },
  };
}
