// Builds the command: one bundle per entry, split so that a command pays only for what it uses.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

/** Native and wasm packages, and drivers that are slow to load, stay outside and are imported when needed. */
const external = ['@electric-sql/pglite', 'pg', 'pg-native'];

await rm('dist', { recursive: true, force: true });
const result = await build({
  entryPoints: { cli: 'src/cli.ts', commands: 'src/commands/index.ts', schemas: 'src/schemas.ts' },
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
  // Bundled CommonJS asks for node's own modules through `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

await writeHelp();
await writeSchemas();
await writeNotices(Object.keys(result.metafile.inputs));

/** Help is the same everywhere: rendering it now saves the parser at start-up. */
async function writeHelp() {
  const { main } = await import('./dist/cli.js');
  const { commands } = await import('./dist/commands.js');
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
