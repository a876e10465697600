// A syntax tree without types, walked with the names that each scope declares.
import { parseSync } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export function parse(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return program as unknown as Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

export function everyNode(root: Node, visit: (node: Node) => void): void {
  visit(root);
  for (const child of childrenOf(root)) everyNode(child, visit);
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Visits each identifier that no scope around it declares, with the node that it stands in and the one around that. */
export function freeNames(program: Node, visit: (name: Node, parents: readonly Node[]) => void): void {
  const walk = (node: Node, parents: readonly Node[], scopes: readonly ReadonlySet<string>[]): void => {
    if (node.type === 'Identifier') {
      if (!scopes.some((scope) => scope.has(node.name as string))) visit(node, parents);
      return;
    }
    const inner = [...scopes, namesOf(node)];
    for (const child of evaluated(node)) walk(child, [node, ...parents], inner);
  };
  walk(program, [], []);
}

/** What runs: no types, no import and export lists, no property names. */
function evaluated(node: Node): Node[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'MetaProperty':
    case 'BreakStatement':
    case 'ContinueStatement':
      return [];
    case 'ExportNamedDeclaration':
      return node.source ? [] : childrenOf(node);
    case 'ExportSpecifier':
      return [node.local as Node];
    case 'LabeledStatement':
      return [node.body as Node];
    case 'MemberExpression':
      return node.computed ? childrenOf(node) : [node.object as Node];
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return node.computed ? childrenOf(node) : childrenOf(node).filter((child) => child !== node.key);
  }
  if (!node.type.startsWith('TS')) return childrenOf(node);
  const inside = node.expression ?? node.parameter;
  return isNode(inside) ? [inside] : [];
}

function namesOf(node: Node): ReadonlySet<string> {
  const own = [node.params, node.param, node.id, node.init, node.left].flat().filter(isNode);
  const statements = [node.body, node.cases].flat().filter(isNode);
  const names = statements.flatMap((statement) => declaredBy(statement));
  if (/Function|Class|Catch/.test(node.type)) names.push(...own.flatMap(patternNames));
  if (/^For/.test(node.type)) names.push(...own.flatMap(declaredBy));
  return new Set(names);
}

function declaredBy(statement: Node): string[] {
  switch (statement.type) {
    case 'ImportDeclaration':
      return (statement.specifiers as Node[]).flatMap((specifier) => patternNames(specifier.local as Node));
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return isNode(statement.declaration) ? declaredBy(statement.declaration) : [];
    case 'VariableDeclaration':
      return (statement.declarations as Node[]).flatMap((declaration) => patternNames(declaration.id as Node));
    case 'SwitchCase':
      return (statement.consequent as Node[]).flatMap(declaredBy);
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return isNode(statement.id) ? patternNames(statement.id) : [];
  }
  return [];
}

function patternNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  const parts = [
    pattern.elements,
    pattern.properties,
    pattern.value,
    pattern.argument,
    pattern.left,
    pattern.parameter,
  ];
  return parts.flat().filter(isNode).flatMap(patternNames);
}
