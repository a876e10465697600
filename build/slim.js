// What start-up does not wait for: libraries that a call may never need, and parts of Node that ours only ask about.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Node's `os`, `tty`, `process` and `child_process` take longer to load than all our code; our libraries need none of them here. */
export const slim = {
  name: 'slim',
  setup({ onResolve, onLoad }) {
    // Our own flags and variables decide about colour; commander starts no other programs here.
    onResolve({ filter: /^#supports-color$/ }, () => ({ path: 'no-colour', namespace: 'slim' }));
    onResolve({ filter: /^node:child_process$/ }, fromCommander('no-programs'));
    onResolve({ filter: /^node:process$/ }, fromCommander('process'));
    onResolve({ filter: /^\.\/(?:crypto\/)?utils$/ }, ({ path, resolveDir }) =>
      /[\\/]pg[\\/]lib[\\/]crypto[\\/]utils$/.test(resolve(resolveDir, path)) ? { path: driverCrypto } : undefined,
    );
    // A file of the build has a `require` already, and loading what makes one takes as long as loading the launcher.
    onResolve({ filter: /^node:module$/ }, ({ importer }) =>
      /[\\/]src[\\/]compiled\.ts$/.test(importer) ? { path: 'own-require', namespace: 'slim' } : undefined,
    );
    // Of all that stands there the program asks for its own name and version.
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
    });
    onLoad({ filter: /.*/, namespace: 'slim' }, ({ path }) => ({ contents: stubs[path] }));
  },
};
const driverCrypto = resolve(import.meta.dirname, 'driver-crypto.cjs');

/** Libraries that most calls do not need, though they import them: each is made when its function is first called. */
const lazily = {
  'fastest-levenshtein': `export const distance = (...words) => require('fastest-levenshtein').distance(...words);`,
  'get-east-asian-width': `export const eastAsianWidth = (point) => require('get-east-asian-width').eastAsianWidth(point);`,
  // Of all of Node's parts it takes the longest to load, and a trace needs it for the password only.
  'node:crypto': [
    'createHash',
    'createHmac',
    'createPublicKey',
    'randomBytes',
    'randomUUID',
    'timingSafeEqual',
    'verify',
  ]
    .map((name) => `export const ${name} = (...given) => require('node:crypto').${name}(...given);`)
    .join('\n'),
  // Without colours there is nothing to paint.
  chalk: `
    const plain = new Proxy((...parts) => parts.join(' '), { get: () => plain });
    export const Chalk = function (options) {
      return options.level === 0 ? plain : new (require('chalk').Chalk)(options);
    };`,
};
export const lazy = {
  name: 'lazy',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(?:${Object.keys(lazily).join('|')})$`);
    onResolve({ filter }, ({ path, kind }) => (kind === 'import-statement' ? { path, namespace: 'lazy' } : undefined));
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: lazily[path],
      resolveDir: import.meta.dirname,
    }));
  },
};
const stubs = {
  'no-colour': 'export default { stdout: false, stderr: false };',
  'no-programs': 'module.exports = {};',
  'own-require': 'export const createRequire = () => require;',
  process: 'module.exports = process;',
};

function fromCommander(stub) {
  return ({ importer }) => (/[\\/]commander[\\/]/.test(importer) ? { path: stub, namespace: 'slim' } : undefined);
}
