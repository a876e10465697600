// Builds the command. Each command is one file: Node takes longer to link many small modules than to read a large one, and
// longer for ES modules than for CommonJS, so that is what the files are.
import { rmSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { eagerCache } from './eager.js';
import { buildLibrary } from './library.js';
import { writeNotices } from './notices.js';
import { lazy, slim } from './slim.js';

/** Native and wasm packages stay outside, and what is loaded once in a while. */
const external = [
  '@electric-sql/pglite',
  '@slack/web-api',
  'ioredis',
  'oxc-parser',
  'pg-native',
  'pg-cloudflare',
  'tinyglobby',
  'undici',
  'web-tree-sitter',
];

/** The launcher answers `--help` and `--version` alone; of the commands it knows where each starts, and no more. */
const launcher = (names, valuedFlags) => ({
  name: 'launcher',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/]commands[\\/]index\.ts$/ }, () => ({
      contents: `export const commands = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, name])))};`,
    }));
    onLoad({ filter: /[\\/]src[\\/]program\.ts$/ }, () => ({
      contents: `
        import { findCommand } from './command-line.ts';
        import { load } from './compiled.ts';
        export function prepare(argv, io) {
          const name = argv[findCommand(argv, ${JSON.stringify(valuedFlags)})];
          return load(__dirname + '/commands/' + name + '.js').exports.prepare(argv, io);
        }`,
    }));
    onResolve({ filter: /^\.\/help\.ts$/ }, () => ({ path: './help.js', external: true }));
  },
});

/** `src/program.ts` with one command inside and the names of the others. */
const only = (name) => ({
  name: 'only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]commands[\\/]index\.ts$/ }, async ({ path }) => {
      const list = await readFile(path, 'utf8');
      const loader = /^ {2}['"]?([\w-]+)['"]?: async \(\) => \(await (import\('[^']+'\))\)\.(\w+),$/gm;
      let found = '';
      const contents = list.replace(loader, (_, command, file, member) => {
        if (command !== name) return `  '${command}': async () => { throw new Error('not in this bundle'); },`;
        found = `import { ${member} as command } from ${file.slice('import('.length, -1)};\n`;
        return `  '${command}': async () => command,`;
      });
      if (found === '')
        throw new Error(`src/commands/index.ts has no line for ${name} of the form that the build reads`);
      return { contents: found + contents, loader: 'ts' };
    });
  },
});

/** Large, and not needed by most calls: files of their own, which all commands share. They keep no state between calls. */
const parts = [
  'audit/index',
  'commands/trace/share',
  'config/syntax',
  ...['database', 'log', 'log-sweep', 'queue', 'slack', 'tables', 'target'].map((name) => `evidence/${name}`),
  'lint/index',
  'postgres/open',
  'model/topic-schemas',
  ...['open-queues', 'open-slack', 'open-targets'],
  'report/html',
  'report/json',
  'report/markdown',
  'report/scan/html',
  'report/scan/markdown',
  'report/text',
  'trace',
];
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.+\.ts$/ }, ({ kind, path, resolveDir }) => {
      const part = relative(resolve('src'), resolve(resolveDir, path)).replaceAll('\\', '/').slice(0, -'.ts'.length);
      if (kind === 'dynamic-import' && parts.includes(part)) return { path: `../parts/${part}.js`, external: true };
      return undefined;
    });
  },
};

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // Code that V8 takes from its cache knows no `import()`.
  supported: { 'dynamic-import': false },
  loader: { '.sql': 'text' },
  external,
  define: { 'import.meta.dirname': '__dirname' },
  metafile: true,
  minify: true,
  logLevel: 'warning',
};

/** What `src/compiled.ts` loads: the function that Node would make of such a file, so that nobody has to make it at start-up. */
const asFunction = {
  banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
};

/** Made beside the one that is there and exchanged at the end: nobody meets half a build. */
const dist = `.dist-${process.pid}`;
await mkdir(dist);
process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
await writeFile(`${dist}/package.json`, '{ "type": "commonjs" }\n');

await build({
  ...shared,
  ...asFunction,
  entryPoints: parts.map((name) => `src/${name}.ts`),
  outbase: 'src',
  outdir: `${dist}/parts`,
  plugins: [slim, lazy],
});

/** What the build itself asks the program for. */
const questions = `
  export { main } from './cli.ts';
  export { commands } from './commands/index.ts';
  export { cacheOf, load } from './compiled.ts';
  export { valuedFlags } from './flags.ts';
  export { publishedSchemas } from './schemas.ts';`;
await build({
  ...shared,
  stdin: { contents: questions, resolveDir: 'src', loader: 'ts' },
  outfile: `${dist}/questions.js`,
});
const program = createRequire(import.meta.url)(resolve(dist, 'questions.js'));
await rm(`${dist}/questions.js`);
const names = Object.keys(program.commands);
const pathOf = (name) => resolve(dist, `${name}.js`);

/** Commands whose start is felt, each with what an ordinary call of it gives. */
const ordinary = {
  explain: ['ack-late-retry'],
  trace: ['Ev08T4K2QX7B', '--logs', 'fixtures/incidents/slow-work-before-answer/app.log'],
};

/** What a trace runs when it reads from a server, of which there is none while this is built. */
const withServer = ['evidence/database', 'postgres/open'];

const bundles = await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/cli.ts'],
    outdir: dist,
    plugins: [slim, lazy, launcher(names, program.valuedFlags)],
  }),
  ...names.map((name) =>
    build({
      ...shared,
      ...asFunction,
      entryPoints: { [name]: 'src/program.ts' },
      outdir: `${dist}/commands`,
      plugins: [slim, lazy, apart, only(name)],
    }),
  ),
]);
for (const name of names) await writeCache(name);
// After the commands, whose ordinary calls run what they need of these.
for (const name of parts) {
  const path = pathOf(`parts/${name}`);
  await writeFile(program.cacheOf(path), withServer.includes(name) ? eagerCache(path) : program.load(path).cache());
}
await writeHelp();
await writeSchemas();
// The grammar's package brings its sources and a compiler's input; the audit needs this one file.
await copyFile('node_modules/tree-sitter-python/tree-sitter-python.wasm', `${dist}/tree-sitter-python.wasm`);
const library = await buildLibrary(dist, shared);
await writeNotices(
  dist,
  [...bundles, library].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
);
await exchange();

async function exchange() {
  const before = `${dist}-before`;
  await rename('dist', before).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(dist, 'dist');
  await rm(before, { recursive: true, force: true });
}

/** Compiled code, with what one ordinary call needs of it. Only this very version of Node takes it; any other compiles as usual. */
async function writeCache(name) {
  const path = pathOf(`commands/${name}`);
  const { exports, cache } = program.load(path);
  if (name in ordinary) {
    const { command, options, context } = await exports.prepare([name, ...ordinary[name]], silent());
    await command.run(options, context);
  }
  await writeFile(program.cacheOf(path), cache());
}

/** Help is the same everywhere: rendering it now saves the parser at start-up. */
async function writeHelp() {
  const pages = new Map();
  for (const topic of ['', ...names]) pages.set(topic || 'dedupe', await helpPage(topic));
  await mkdir(`${dist}/help`);
  for (const [name, text] of pages) await writeFile(`${dist}/help/${name}.txt`, text);
}

function silent(write = () => {}) {
  const { signal } = new AbortController();
  return { stdout: { write }, stderr: process.stderr, stdin: [], env: {}, cwd: process.cwd(), now: Date.now, signal };
}

async function helpPage(topic) {
  let text = '';
  const code = await program.main(
    topic ? ['help', topic] : ['help'],
    silent((part) => (text += part)),
  );
  if (code !== 0) throw new Error(`help ${topic} ended with ${code}`);
  return text;
}

/** Whoever reads our JSON finds its schema in the package: event-dedupe/schemas/NAME. */
async function writeSchemas() {
  await mkdir(`${dist}/schemas`);
  for (const [name, schema] of Object.entries(program.publishedSchemas()))
    await writeFile(`${dist}/schemas/${name}`, `${JSON.stringify(schema, undefined, 2)}\n`);
}
