// A JavaScript or TypeScript file as a module of the model. The parser is loaded when the first file needs it.
import type { Export, Expr, Import, Module, Stmt } from '../../../model/code/syntax.ts';
import { declaredNames, nameOf } from './declared.ts';
import { expressionOf, functionOf } from './expression.ts';
import { late } from './late.ts';
import { child, children, type Node, spanOf } from './node.ts';
import { classOf, statementsOf } from './statement.ts';

export type Read =
  | { readonly state: 'read'; readonly module: Module }
  | { readonly state: 'broken'; readonly reason: string };

export async function javascriptReader(): Promise<(file: string, text: string) => Read> {
  Object.assign(late, { expression: expressionOf, statements: statementsOf });
  // The documented entry also fetches the tables of imports, exports and comments, which takes a third more time.
  const { parseSync } = await import('oxc-parser/src-js/bindings.js');
  return (file, text) => {
    const { program, errors } = parseSync(file, text);
    const [error] = errors.filter(({ severity }) => severity === 'Error');
    const nodes: Node[] = JSON.parse(program).node.body;
    if (error && nodes.length === 0)
      return { state: 'broken', reason: `it cannot be parsed: ${error.message.split('\n')[0]}` };
    return { state: 'read', module: moduleOf(file, text, nodes) };
  };
}

function moduleOf(file: string, text: string, nodes: readonly Node[]): Module {
  const body = statementsOf(nodes);
  return {
    file,
    language: /\.[cm]?tsx?$/.test(file) ? 'typescript' : 'javascript',
    text,
    imports: nodes.flatMap(importsOf),
    forwards: nodes.flatMap((node) =>
      node.type === 'ExportAllDeclaration' ? [String(child(node, 'source')?.value ?? '')] : [],
    ),
    exports: [...nodes.flatMap(exportsOf), ...commonExports(body)],
    body,
  };
}

function importsOf(node: Node): Import[] {
  const at = spanOf(node);
  const from = String(child(node, 'source')?.value ?? '');
  // `import './listeners'` binds no name and runs the module all the same.
  if (node.type === 'ImportDeclaration' && children(node, 'specifiers').length === 0)
    return [{ from, imported: '*', local: hidden(node), at }];
  if (node.type === 'ImportDeclaration')
    return children(node, 'specifiers').map((one) => {
      const imported = child(one, 'imported');
      const whole = one.type === 'ImportNamespaceSpecifier' ? '*' : 'default';
      const local = child(one, 'local');
      return { from, imported: imported ? nameOf(imported) : whole, local: local ? nameOf(local) : '', at };
    });
  if (node.type === 'ExportNamedDeclaration' && from !== '')
    return children(node, 'specifiers').map((one) => {
      const local = child(one, 'local');
      return { from, imported: local ? nameOf(local) : '', local: hidden(one), at };
    });
  if (node.type === 'TSImportEqualsDeclaration') {
    const reference = child(node, 'moduleReference');
    const source = reference && child(reference, 'expression');
    const id = child(node, 'id');
    return source && id ? [{ from: String(source.value), imported: '*', local: nameOf(id), at }] : [];
  }
  return [];
}

/** A re-export binds no name in the module; this one cannot be written. */
function hidden(specifier: Node): string {
  return `export ${specifier.start}`;
}

function exportsOf(node: Node): Export[] {
  const name = (text: string, at: Node): Expr => ({ form: 'name', name: text, at: spanOf(at) });
  const declaration = child(node, 'declaration');
  if (node.type === 'ExportDefaultDeclaration' && declaration) {
    const id = child(declaration, 'id');
    if (id) return [{ name: 'default', value: name(nameOf(id), declaration) }];
    if (declaration.type === 'FunctionDeclaration')
      return [{ name: 'default', value: { form: 'function', fn: functionOf(declaration), at: spanOf(declaration) } }];
    if (declaration.type === 'ClassDeclaration') {
      const { name: own, at } = classOf(declaration);
      return [{ name: 'default', value: { form: 'name', name: own ?? '', at } }];
    }
    return [{ name: 'default', value: expressionOf(declaration) }];
  }
  if (node.type !== 'ExportNamedDeclaration') return [];
  const isForward = child(node, 'source') !== undefined;
  const listed = children(node, 'specifiers').map((one) => {
    const local = child(one, 'local');
    const exported = child(one, 'exported');
    return {
      name: exported ? nameOf(exported) : '',
      value: name(isForward ? hidden(one) : local ? nameOf(local) : '', one),
    };
  });
  const declared = declaration
    ? declaredNames(declaration).map((text) => ({ name: text, value: name(text, declaration) }))
    : [];
  return [...listed, ...declared];
}

/** `module.exports = { a }`, `module.exports = f`, `exports.a = …` at the top level. */
function commonExports(body: readonly Stmt[]): Export[] {
  return body.flatMap((statement): Export[] => {
    if (statement.does !== 'value' || statement.value.form !== 'assign') return [];
    const { target, value } = statement.value;
    if (target.form !== 'member') return [];
    if (isExports(target)) {
      const fields = value.form === 'object' ? value.entries : [];
      const named = fields.flatMap(({ key, value: field }) => (key === undefined ? [] : [{ name: key, value: field }]));
      return [{ name: 'default', value }, { name: '*', value }, ...named];
    }
    const { object } = target;
    const isOwn = (object.form === 'name' && object.name === 'exports') || isExports(object);
    return isOwn && target.name !== undefined ? [{ name: target.name, value }] : [];
  });
}

function isExports(expr: Expr): boolean {
  return (
    expr.form === 'member' && expr.name === 'exports' && expr.object.form === 'name' && expr.object.name === 'module'
  );
}
