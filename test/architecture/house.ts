// The rules of the house that are about files and names, not about imports.

/** Everything at the top of the repository, with the reason why it cannot lie elsewhere. */
export const topLevel: Readonly<Record<string, string>> = {
  'package.json': 'npm reads it here',
  'package-lock.json': 'npm ci reads it here',
  '.npmrc': 'npm reads the project settings here',
  'tsconfig.json': 'tsc and editors look for it here',
  bin: 'the launcher',
  src: 'the program',
  monitoring: 'the alert rules, which whoever runs the pipeline gives to Prometheus',
  fixtures: 'the incidents and the documents of the tests',
  test: 'the tests',
  'README.md': 'the manual',
  LICENSE: 'npm packs it from here; licence scanners look here',
  build: 'the program that npm run build names; it belongs to no folder that is packed or tested',
  'biome.json': 'biome looks for it here',
  'vitest.config.ts': 'vitest looks for it here',
  'vitest.full.config.ts': 'the longer suites, beside the configuration that it extends',
  '.gitignore': 'git reads it here',
  '.gitattributes': 'git reads it here',
  '.pre-commit-hooks.yaml': 'pre-commit reads it here, in the repository that it names',
  '.ci': 'the one script that continuous integration runs',
};

const rooms = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'types', 'misc', 'shared', 'lib']);
const ceiling = 250;
const medianBelow = 80;

export interface Sized {
  readonly path: string;
  readonly lines: number;
}

export function strangersAtTheTop(paths: readonly string[]): string[] {
  const names = new Set(paths.map((path) => path.split('/')[0] as string));
  return [...names]
    .filter((name) => !Object.hasOwn(topLevel, name))
    .map((name) => `${name} lies at the top level without a reason in test/architecture/house.ts`);
}

export function roomsWhereEverythingGoes(paths: readonly string[]): string[] {
  return paths
    .filter((path) =>
      path
        .split('/')
        .slice(0, -1)
        .some((folder) => rooms.has(folder)),
    )
    .map((path) => `${path}: a folder is named after the question that its files answer, not after what is left over`);
}

export function tooLong(files: readonly Sized[]): string[] {
  const long = files
    .filter(({ lines }) => lines > ceiling)
    .map(({ path, lines }) => `${path} has ${lines} lines; ${ceiling} is the ceiling`);
  const sorted = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return median < medianBelow ? long : [...long, `the median file has ${median} lines; it stays below ${medianBelow}`];
}

/** Code that people read: not data, not recordings, not what a tool wrote. */
export function isCode(path: string): boolean {
  return /^(src|test|bin|build)\//.test(path) && /\.(ts|js|sql)$/.test(path);
}

/** Dependencies that the table under `## Dependencies` does not name, each in the first column of a row. */
export function unexplained(dependencies: readonly string[], readme: string): string[] {
  const section = /^## Dependencies$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(readme)?.[1] ?? '';
  const rows = section.split(/\r?\n/).map((line) => line.split('|').map((cell) => cell.trim()));
  const reasons = new Map(
    rows.map(([, name = '', ...cells]) => [name.replace(/[`*]|\[|\]\(.*\)/g, ''), cells.join('')]),
  );
  return dependencies
    .filter((name) => !reasons.get(name))
    .map((name) => `${name}: README.md names no reason for it in the table under "## Dependencies"`);
}
