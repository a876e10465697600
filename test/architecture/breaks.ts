// Where a set of source files breaks a wall: one sentence each, with file, line and the reason.
import { posix } from 'node:path';
import { type Import, importsOf } from './imports.ts';
import { computedImports, packages } from './packages.ts';
import { lineAt, type Node, parse } from './syntax.ts';
import { touchesOf, touchOfBuiltin } from './touches.ts';
import { type Wall, walls } from './walls.ts';

/** Path from the repository's root (`src/model/fact.ts`) → text. */
export type Sources = Readonly<Record<string, string>>;

interface File {
  readonly path: string;
  readonly wall: Wall;
  readonly tree: Node;
  readonly imports: readonly Import[];
  at(start: number): string;
}

export function breaksIn(sources: Sources): string[] {
  const breaks: string[] = [];
  const files: File[] = [];
  for (const [path, text] of Object.entries(sources)) {
    const wall = wallOf(path);
    const tree = parse(path, text);
    if (wall)
      files.push({ path, wall, tree, imports: importsOf(tree), at: (start) => `${path}:${lineAt(text, start)}` });
    else breaks.push(`${path}: its folder has no row in test/architecture/walls.ts, so nobody said what it may import`);
  }
  for (const file of files) breaks.push(...arrowBreaks(file), ...touchBreaks(file));
  return [...breaks, ...cyclesIn(files)];
}

/** `src/exit.ts` is `exit`; any other file at the top that has no row of its own is `frame`. */
function wallOf(path: string): Wall | undefined {
  const [first = '', ...rest] = path.replace(/^src\//, '').split('/');
  const name = rest.length === 0 ? first.replace(/(\.d)?\.ts$/, '') : first;
  const own = walls.find((wall) => wall.home === name);
  return own ?? (rest.length === 0 || name === 'config' ? walls.find((wall) => wall.home === 'frame') : undefined);
}

function arrowBreaks(file: File): string[] {
  return file.imports.flatMap(({ specifier, names, start }) => {
    const reason = specifier.startsWith('.')
      ? innerReason(file, posix.join(posix.dirname(file.path), specifier))
      : outerReason(file, specifier, names);
    return reason === undefined ? [] : [`${file.at(start)} imports ${specifier}: ${reason}`];
  });
}

const versionReaders = ['frame', 'demo-folder'];

function innerReason({ path, wall }: File, target: string): string | undefined {
  if (target === 'package.json')
    return versionReaders.includes(wall.home) ? undefined : 'only the frame reads the version';
  if (!target.startsWith('src/')) return 'it lies outside src, and only src is built';
  const home = wallOf(target);
  if (home === wall) return wall.apart ? peerReason(path, target, wall) : undefined;
  if (home && wall.may.some((may) => may === home.home || target.startsWith(`src/${may}/`))) return undefined;
  return `${wall.home} may import ${wall.may.join(', ') || 'nothing of src'}, because ${wall.why}`;
}

/** A list imports its entries, an entry the contract and the folder of its own name. */
function peerReason(path: string, target: string, { home, apart }: Wall): string | undefined {
  const entry = (file: string) => file.split('/')[2]?.replace(/\.ts$/, '');
  if (entry(path) === 'index' || entry(path) === entry(target)) return undefined;
  if (apart?.contracts.includes(target)) return undefined;
  return `the files of ${home} do not import each other; what two of them need belongs to a folder below`;
}

function outerReason({ path, wall }: File, specifier: string, names: readonly string[]): string | undefined {
  if (specifier === '(computed)') {
    if (Object.hasOwn(computedImports, path)) return undefined;
    return 'a path that is computed cannot be checked; write the list out';
  }
  const touch = touchOfBuiltin(specifier, names);
  if (touch && wall.never.includes(touch)) return `${wall.home} never touches ${touch}, because ${wall.why}`;
  if (specifier.startsWith('node:')) return undefined;
  const rule = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!rule) return 'no row of the packages in test/architecture/walls.ts names it';
  const { only, why } = rule;
  if (only === undefined) return isRule(wall) ? `rules import nothing from outside, because ${wall.why}` : undefined;
  if (only.some((place) => place === wall.home || path.startsWith(place))) return undefined;
  return `it lives only in ${only.join(', ')}, because ${why}`;
}

function isRule(wall: Wall): boolean {
  return wall.home === 'causes' || wall.home === 'lint' || wall.home === 'audit';
}

function touchBreaks({ tree, wall, at }: File): string[] {
  return touchesOf(tree)
    .filter(({ touch }) => wall.never.includes(touch))
    .map(({ touch, what, start }) => {
      const thing = what === touch ? what : `${what} (${touch})`;
      return `${at(start)} touches ${thing}: ${wall.home} never does, because ${wall.why}`;
    });
}

/** Files that need each other while they load see each other half-built. import() and types are free of that. */
function cyclesIn(files: readonly File[]): string[] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ when, specifier }) => when === 'load' && specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const from = way.indexOf(path);
    if (from >= 0)
      cycles.push(`${[...way.slice(from), path].join(' → ')}: these files need each other while they load`);
    if (from >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return cycles;
}
