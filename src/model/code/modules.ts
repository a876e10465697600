// From the text of an import to the module of the project that it names; undefined when it is somebody else's.
import type { Module } from './syntax.ts';

export class Modules {
  readonly #byPath = new Map<string, Module>();
  /** By the last part of what an import can name them, for names that a configuration maps. */
  readonly #byTail = new Map<string, { readonly path: string; readonly module: Module }[]>();

  constructor(modules: readonly Module[]) {
    for (const module of modules) {
      const path = stem(module.file);
      if (!this.#byPath.has(path)) this.#byPath.set(path, module);
      this.#name(path, module);
      // A folder is imported by its own name.
      if (path.endsWith('/index')) this.#name(path.slice(0, -'/index'.length), module);
    }
  }

  #name(path: string, module: Module): void {
    const tail = path.slice(path.lastIndexOf('/') + 1);
    const same = this.#byTail.get(tail);
    if (same) same.push({ path, module });
    else this.#byTail.set(tail, [{ path, module }]);
  }

  find(from: Module, name: string): Module | undefined {
    if (from.language === 'python') return this.#python(from, name);
    if (name.startsWith('.')) return this.#at(join(folderOf(from.file), name));
    const own = /^@[\w.-]+\/([\w.-]+)(?:\/(.+))?$/.exec(name);
    if (own) return this.#package(own[1] ?? '', own[2], from) ?? this.#alias(name, own[2], from);
    // `@/x`, `~/x`, `src/x`, `#x`: mapped in a configuration that is not read here.
    const mapped = /^(?:@\/|~\/|#|src\/)(.+)$/.exec(name)?.[1];
    return mapped === undefined ? undefined : this.#ending(mapped, from);
  }

  /** `@own/name` of a workspace: what stands in `packages/name`. */
  #package(name: string, inner: string | undefined, from: Module): Module | undefined {
    const paths = inner === undefined ? ['src/index', 'index', 'src/main', 'src'] : [inner, `src/${inner}`];
    for (const path of paths)
      for (const home of ['packages', 'libs', 'apps']) {
        const found = this.#ending(`${home}/${name}/${path}`, from);
        if (found) return found;
      }
    return undefined;
  }

  /** `@api/core/errors`: `src/app/api/core/errors` by a configuration that is not read here. */
  #alias(name: string, inner: string | undefined, from: Module): Module | undefined {
    return inner === undefined || published.test(name) ? undefined : this.#ending(name.slice(1), from);
  }

  #python(from: Module, name: string): Module | undefined {
    const dots = /^\.+/.exec(name)?.[0].length ?? 0;
    const path = name.slice(dots).replaceAll('.', '/');
    if (dots > 0) return this.#at(join(folderOf(from.file), `${'../'.repeat(dots - 1)}${path}`));
    // An absolute name starts at some root above the file.
    for (let folder = folderOf(from.file); ; folder = folderOf(folder)) {
      const found = this.#at(join(folder, path));
      // Inside a package its own name is another's: `import jira` in `services/jira/client.py` means the library.
      const isAround = found && folderOf(found.file) !== '' && from.file.startsWith(`${folderOf(found.file)}/`);
      const isInner = isAround && found.file.endsWith('__init__.py') && this.#byPath.has(join(folder, '__init__'));
      if (found && !isInner) return found;
      if (folder === '' || folder === '/') return undefined;
    }
  }

  #at(path: string): Module | undefined {
    const clean = stem(path);
    return (
      this.#byPath.get(path) ??
      this.#byPath.get(clean) ??
      this.#byPath.get(join(path, 'index')) ??
      this.#byPath.get(join(path, '__init__'))
    );
  }

  #ending(path: string, from: Module): Module | undefined {
    const clean = stem(path);
    const alike = this.#byTail.get(clean.slice(clean.lastIndexOf('/') + 1)) ?? [];
    const found = alike.filter(({ path: own }) => own === clean || own.endsWith(`/${clean}`));
    // Two packages of one repository have the same paths: only the own one is meant.
    return found.toSorted((a, b) => shared(b.module.file, from.file) - shared(a.module.file, from.file))[0]?.module;
  }
}

function shared(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

function stem(file: string): string {
  const path = file.includes('\\') ? file.replaceAll('\\', '/') : file;
  const start = path.startsWith('./') ? 2 : 0;
  const dot = path.lastIndexOf('.');
  if (!/^\.([cm]?[jt]sx?|py)$/.test(path.slice(dot))) return path.slice(start);
  return path.slice(start, path.endsWith('.d', dot) ? dot - 2 : dot);
}

export function folderOf(file: string): string {
  const at = file.replaceAll('\\', '/').lastIndexOf('/');
  return at < 0 ? '' : file.slice(0, at);
}

function join(folder: string, name: string): string {
  const isAbsolute = folder.startsWith('/');
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}

/** Scopes of packages that have files of their own. */
const published =
  /^@(slack|aws-sdk|google-cloud|octokit|prisma|nestjs|types|vercel|supabase|langchain|openai|azure|hono)\//;
