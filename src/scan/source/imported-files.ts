// Which files of the project a file imports: told by the parsed module, or guessed from the text of one that was not parsed.
import type { Modules } from '../../model/code/modules.ts';
import type { Module } from '../../model/code/syntax.ts';

/** Calls of `require` count, wherever they stand. */
export function importedFiles(module: Module, finder: Modules): string[] {
  const names = module.imports.map(({ from, imported }) => ({ from, imported }));
  if (module.language !== 'python')
    for (const [, from = ''] of module.text.matchAll(/\b(?:require|import)\(\s*['"`]([^'"`]+)['"`]\s*\)/g))
      names.push({ from, imported: '*' });
  return found(module, names, finder);
}

/** Enough to decide whether parsing is worth it: what stands in a comment or a text counts too. */
export function namedFiles(file: string, text: string, finder: Modules): string[] {
  const module = nameOnly(file);
  if (module.language !== 'python') {
    const all = [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*['"`]([^'"`\n]+)['"`]/g)];
    return found(
      module,
      all.map(([, from = '']) => ({ from, imported: '*' })),
      finder,
    );
  }
  const whole = [...text.matchAll(/^[ \t]*import[ \t]+([\w.]+)/gm)].map(([, from = '']) => ({ from, imported: '*' }));
  const parts = [...text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b[ \t(]*([^\n]*)/gm)].flatMap(
    ([, from = '', list = '']) => [...list.matchAll(/\w+/g)].map(([imported]) => ({ from, imported })),
  );
  return found(module, [...whole, ...parts], finder);
}

function found(
  module: Module,
  names: readonly { readonly from: string; readonly imported: string }[],
  finder: Modules,
) {
  return names.flatMap(({ from, imported }) => {
    const inner = from.endsWith('.') ? `${from}${imported}` : `${from}.${imported}`;
    const targets = [finder.find(module, from), module.language === 'python' ? finder.find(module, inner) : undefined];
    return targets.flatMap((target) => target?.file ?? []);
  });
}

/** As much of a module as finding it by its name needs. */
export function nameOnly(file: string): Module {
  const language = file.endsWith('.py') ? 'python' : 'javascript';
  return { file, language, text: '', imports: [], forwards: [], exports: [], body: [] };
}
