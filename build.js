// Builds the command: one bundle per entry, split so that a command pays only for what it uses.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Native and wasm packages, and drivers that are slow to load, stay outside and are imported when needed. */
const external = ['@electric-sql/pglite', 'pg', 'pg-native'];

/** Node's `os`, `tty`, `process` and `child_process` take longer to load than all our code; our libraries need none of them here. */
const slim = {
  name: 'slim',
  setup({ onResolve, onLoad }) {
    // Our own flags and variables decide about colour; commander starts no other programs here.
    onResolve({ filter: /^#supports-color$/ }, () => ({ path: 'no-colour', namespace: 'slim' }));
    onResolve({ filter: /^node:child_process$/ }, fromCommander('no-programs'));
    onResolve({ filter: /^node:process$/ }, fromCommander('process'));
    onLoad({ filter: /.*/, namespace: 'slim' }, ({ path }) => ({ contents: stubs[path] }));
  },
};
const stubs = {
  'no-colour': 'export default { stdout: false, stderr: false };',
  'no-programs': 'module.exports = {};',
  process: 'module.exports = process;',
};

function fromCommander(stub) {
  return ({ importer }) => (/[\\/]commander[\\/]/.test(importer) ? { path: stub, namespace: 'slim' } : undefined);
}

/** The launcher answers `--help` and `--version` alone, from one file: it knows the commands' names, and the rest by name. */
const launcher = (names) => ({
  name: 'launcher',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/(program|help)\.ts$/ }, ({ path }) => ({
      path: path.replace('.ts', '.js'),
      external: true,
    }));
    onLoad({ filter: /commands[\\/]index\.ts$/ }, () => ({
      contents: `export const commands = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, true])))};`,
    }));
  },
});

const shared = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  chunkNames: 'chunks/[name]-[hash]',
  loader: { '.sql': 'text' },
  external,
  metafile: true,
  minify: true,
  logLevel: 'warning',
};
/** Bundled CommonJS asks for node's own modules through `require`. */
const banner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

await rm('dist', { recursive: true, force: true });
const entries = ['program', 'help', 'commands/index', 'schemas'];
const program = await build({
  ...shared,
  entryPoints: entries.map((name) => ({ in: `src/${name}.ts`, out: name.replace('/index', '') })),
  banner,
  plugins: [slim],
});
const { commands } = await import('./dist/commands.js');
await build({ ...shared, entryPoints: { cli: 'src/cli.ts' }, plugins: [launcher(Object.keys(commands))] });

await writeHelp();
await writeSchemas();
await writeNotices(Object.keys(program.metafile.inputs));

/** Help is the same everywhere: rendering it now saves the parser at start-up. */
async function writeHelp() {
  const { main } = await import('./dist/cli.js');
  const pages = new Map();
  for (const topic of ['', ...Object.keys(commands)]) pages.set(topic || 'dedupe', await helpPage(main, topic));
  await mkdir('dist/help');
  for (const [name, text] of pages) await writeFile(`dist/help/${name}.txt`, text);
}

async function helpPage(main, topic) {
  let text = '';
  const io = {
    stdout: { write: (part) => (text += part) },
    stderr: process.stderr,
    env: {},
    cwd: process.cwd(),
    now: Date.now,
  };
  const code = await main(topic ? ['help', topic] : ['help'], {
    ...io,
    stdin: [],
    signal: new AbortController().signal,
  });
  if (code !== 0) throw new Error(`help ${topic} ended with ${code}`);
  return text;
}

/** Whoever reads our JSON finds its schema in the package: event-dedupe/schemas/NAME. */
async function writeSchemas() {
  const { publishedSchemas } = await import('./dist/schemas.js');
  await mkdir('dist/schemas');
  for (const [name, schema] of Object.entries(publishedSchemas()))
    await writeFile(`dist/schemas/${name}`, `${JSON.stringify(schema, undefined, 2)}\n`);
}

/** Licences of everything that was copied into the bundle. */
async function writeNotices(inputs) {
  const names = new Set(
    inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter((name) => name !== undefined),
  );
  const notices = [];
  for (const name of [...names].sort()) {
    const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
    notices.push(`${name} ${version} (${license})\n\n${await licenceText(name)}`);
  }
  await writeFile('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(78)}\n\n`));
}

async function licenceText(name) {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'License.md']) {
    const text = await readFile(`node_modules/${name}/${file}`, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  return '(the package ships no licence file)\n';
}
