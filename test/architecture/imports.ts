// Every import of a file, in all its forms: static, re-export, dynamic, of types only, and require.
import { everyNode, isNode, type Node } from './syntax.ts';

export interface Import {
  readonly specifier: string;
  /** `load`: it runs when the file is loaded. `later`: import(). `type`: erased. */
  readonly when: 'load' | 'later' | 'type';
  readonly names: readonly string[];
  readonly start: number;
}

export function importsOf(program: Node): Import[] {
  const found: Import[] = [];
  everyNode(program, (node) => {
    const source = sourceOf(node);
    if (source === undefined) return;
    found.push({ specifier: source, when: whenOf(node), names: namesIn(node), start: node.start });
  });
  return found;
}

function sourceOf(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source == null ? undefined : textOf(node.source);
    case 'TSExternalModuleReference':
      return textOf(node.expression);
    case 'CallExpression':
      return isRequire(node.callee) ? textOf((node.arguments as Node[])[0]) : undefined;
  }
  return undefined;
}

function whenOf(node: Node): Import['when'] {
  if (node.type === 'ImportExpression') return 'later';
  return node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type' ? 'type' : 'load';
}

/** A specifier that is computed cannot be checked: it is reported as what it is, and no wall lets it pass. */
function textOf(source: unknown): string {
  return isNode(source) && typeof source.value === 'string' ? source.value : '(computed)';
}

function isRequire(callee: unknown): boolean {
  return isNode(callee) && callee.type === 'Identifier' && callee.name === 'require';
}

function namesIn(node: Node): string[] {
  if (!Array.isArray(node.specifiers)) return ['*'];
  return (node.specifiers as Node[]).map((specifier) => {
    const imported = (specifier.imported ?? specifier.local) as Node;
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    return specifier.type === 'ImportNamespaceSpecifier' ? '*' : String(imported.name ?? imported.value);
  });
}
