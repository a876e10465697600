// A Python file as a module of the model. Parser and grammar are loaded when the first file needs them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import type { Import, Module } from '../../../model/code/syntax.ts';
import type { Read } from '../javascript/read.ts';
import { expressionOf } from './expression.ts';
import { late } from './late.ts';
import { field, fields, inner, type Node, spanOf } from './node.ts';
import { statementsOf } from './statement.ts';

export async function pythonReader(): Promise<(file: string, text: string) => Read> {
  Object.assign(late, { expression: expressionOf, statements: statementsOf });
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammarPath()));
  return (file, text) => {
    const tree = parser.parse(text);
    if (tree === null) return { state: 'broken', reason: 'it cannot be parsed' };
    try {
      return { state: 'read', module: moduleOf(file, text, tree.rootNode) };
    } finally {
      tree.delete();
    }
  };
}

/** Beside the build; from source it lies in the package of the grammar. */
function grammarPath(): string {
  const built = join(import.meta.dirname, '..', 'tree-sitter-python.wasm');
  if (existsSync(built)) return built;
  return createRequire(built).resolve('tree-sitter-python/tree-sitter-python.wasm');
}

function moduleOf(file: string, text: string, root: Node): Module {
  const nodes = inner(root);
  return {
    file,
    language: 'python',
    text,
    imports: root
      .descendantsOfType(['import_statement', 'import_from_statement'])
      .flatMap((node) => (node ? importsOf(node) : [])),
    forwards: [],
    exports: [],
    body: statementsOf(nodes),
  };
}

function importsOf(node: Node): Import[] {
  const at = spanOf(node);
  const names = fields(node, 'name').map((one) => {
    const own = field(one, 'name')?.text ?? one.text;
    return { name: own, local: field(one, 'alias')?.text };
  });
  if (node.type === 'import_statement')
    return names.map(({ name, local }) => {
      // `import a.b` binds a; `import a.b as c` binds the inner one.
      const bound = local === undefined ? (name.split('.')[0] ?? name) : name;
      return { from: bound, imported: '*', local: local ?? bound, at };
    });
  const from = field(node, 'module_name')?.text ?? '';
  const isWhole = inner(node).some(({ type }) => type === 'wildcard_import');
  if (isWhole) return [{ from, imported: '**', local: '**', at }];
  return names.map(({ name, local }) => ({ from, imported: name, local: local ?? name, at }));
}
