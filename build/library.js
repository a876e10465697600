// `event-dedupe/pipeline` and `event-dedupe/bolt`: what others import, as ES modules with their types; the driver is the one that npm installs.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';

export async function buildLibrary(dist, shared) {
  const folder = `${dist}/pipeline`;
  await mkdir(folder);
  await writeFile(`${folder}/package.json`, '{ "type": "module" }\n');
  const built = await build({
    ...shared,
    entryPoints: { index: 'src/pipeline/index.ts', bolt: 'src/pipeline/bolt/index.ts' },
    // One class of each error, whichever entry it was imported from.
    splitting: true,
    outdir: folder,
    format: 'esm',
    supported: {},
    minify: false,
    external: [...shared.external, 'pg'],
    define: { 'import.meta.dirname': 'import.meta.dirname' },
  });
  const types = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: resolve('src'),
      outDir: resolve(folder, 'types'),
      typeRoots: [resolve('node_modules/@types')],
    },
    include: ['src/pipeline/index.ts', 'src/pipeline/bolt/index.ts', 'src/sql.d.ts'].map((path) => resolve(path)),
  };
  await writeFile(`${dist}/tsconfig.json`, JSON.stringify(types));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', resolve(dist, 'tsconfig.json')], { stdio: 'inherit' });
  await rm(`${dist}/tsconfig.json`);
  for (const name of await readdir(`${folder}/types`, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = await readFile(`${folder}/types/${name}`, 'utf8');
    // Whoever reads them finds files that end in .d.ts, and asks for them as .js.
    await writeFile(`${folder}/types/${name}`, text.replace(/(from '|import\(')(\.[^']*)\.ts'/g, "$1$2.js'"));
  }
  return built;
}
