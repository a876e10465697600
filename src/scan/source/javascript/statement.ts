// Statements of JavaScript and TypeScript in the forms of the model.
import type { Class, Expr, Func, Stmt } from '../../../model/code/syntax.ts';
import { declaredNames } from './declared.ts';
import { expressionOf, functionOf, namedAfter } from './expression.ts';
import { below, child, children, isNode, type Node, spanOf, word } from './node.ts';
import { patternOf, typeOf } from './pattern.ts';

export function statementsOf(nodes: readonly Node[]): Stmt[] {
  return nodes.flatMap(statementOf);
}

function blockOf(node: Node | undefined): Stmt[] {
  if (node === undefined) return [];
  return node.type === 'BlockStatement' ? statementsOf(children(node, 'body')) : statementOf(node);
}

function statementOf(node: Node): Stmt[] {
  const at = spanOf(node);
  const read = readers[node.type];
  if (read) return read(node);
  if (/^(TS(Interface|TypeAlias|Enum)Declaration|EmptyStatement|DebuggerStatement)$/.test(node.type)) return [];
  return [{ does: 'value', value: { form: 'other', parts: below(node).map((one) => expressionOf(one)), at }, at }];
}

const loop = (node: Node): Stmt[] => {
  const left = child(node, 'left');
  const declaration = left?.type === 'VariableDeclaration' ? children(left, 'declarations')[0] : undefined;
  const id = declaration && child(declaration, 'id');
  const init = child(node, 'init');
  const heads = ['test', 'right', 'update'].flatMap((key) => child(node, key) ?? []);
  return [
    ...(init?.type === 'VariableDeclaration' ? statementOf(init) : init ? [valueStatement(init)] : []),
    {
      does: 'loop',
      head: heads.map((one) => expressionOf(one)),
      pattern: id ? patternOf(id) : left && left.type !== 'VariableDeclaration' ? patternOf(left) : undefined,
      body: blockOf(child(node, 'body')),
      at: spanOf(node),
    },
  ];
};

function valueStatement(node: Node): Stmt {
  return { does: 'value', value: expressionOf(node), at: spanOf(node) };
}

const readers: Readonly<Record<string, (node: Node) => Stmt[]>> = {
  ExpressionStatement: (node) => [
    { does: 'value', value: expressionOf(child(node, 'expression'), node), at: spanOf(node) },
  ],
  VariableDeclaration: (node) =>
    children(node, 'declarations').map((one) => {
      const init = child(one, 'init');
      const pattern = patternOf(child(one, 'id') ?? one);
      return {
        does: 'bind',
        pattern,
        value: init && namedAfter(expressionOf(init), pattern.name),
        at: spanOf(one),
      };
    }),
  BlockStatement: (node) => [{ does: 'block', body: blockOf(node), at: spanOf(node) }],
  LabeledStatement: (node) => blockOf(child(node, 'body')),
  IfStatement: (node) => [
    {
      does: 'if',
      test: expressionOf(child(node, 'test'), node),
      yes: blockOf(child(node, 'consequent')),
      no: blockOf(child(node, 'alternate')),
      at: spanOf(node),
    },
  ],
  ForStatement: loop,
  ForInStatement: loop,
  ForOfStatement: loop,
  WhileStatement: loop,
  DoWhileStatement: loop,
  ReturnStatement: (node) => {
    const value = child(node, 'argument');
    return [{ does: 'return', value: value && expressionOf(value), at: spanOf(node) }];
  },
  ThrowStatement: (node) => [{ does: 'throw', value: expressionOf(child(node, 'argument'), node), at: spanOf(node) }],
  BreakStatement: (node) => [{ does: 'leave', at: spanOf(node) }],
  ContinueStatement: (node) => [{ does: 'leave', at: spanOf(node) }],
  TryStatement: (node) => {
    const handler = child(node, 'handler');
    return [
      {
        does: 'try',
        body: blockOf(child(node, 'block')),
        catches: handler ? [blockOf(child(handler, 'body'))] : [],
        last: blockOf(child(node, 'finalizer')),
        at: spanOf(node),
      },
    ];
  },
  SwitchStatement: (node) => switchOf(expressionOf(child(node, 'discriminant'), node), children(node, 'cases')),
  FunctionDeclaration: (node) => [{ does: 'function', fn: functionOf(node), at: spanOf(node) }],
  ClassDeclaration: (node) => [{ does: 'class', cls: classOf(node), at: spanOf(node) }],
  ExportNamedDeclaration: (node) => blockOf(child(node, 'declaration')),
  ExportDefaultDeclaration: (node) => {
    const declaration = child(node, 'declaration');
    // One without a name stands in the list of exports alone: read in both places it would be two functions.
    const isNamed = declaration !== undefined && child(declaration, 'id') !== undefined;
    if (declaration?.type === 'FunctionDeclaration') return isNamed ? statementOf(declaration) : [];
    return declaration?.type === 'ClassDeclaration' ? statementOf(declaration) : [];
  },
  TSModuleDeclaration: namespaceOf,
  ImportDeclaration: () => [],
  TSImportEqualsDeclaration: () => [],
  ExportAllDeclaration: () => [],
};

/** `namespace A { export function f() … }` runs its body once and is an object of what it exports; `declare` only tells. */
function namespaceOf(node: Node): Stmt[] {
  const id = child(node, 'id');
  const body = child(node, 'body');
  if (node.declare === true || id?.type !== 'Identifier' || body?.type !== 'TSModuleBlock') return [];
  const inner = children(body, 'body');
  const entries = inner.flatMap((one) => {
    const declaration = one.type === 'ExportNamedDeclaration' ? child(one, 'declaration') : undefined;
    return (declaration ? declaredNames(declaration) : []).map((key) => ({
      key,
      value: { form: 'name' as const, name: key, at: spanOf(one) },
    }));
  });
  const at = spanOf(node);
  return [...statementsOf(inner), { does: 'bind', pattern: patternOf(id), value: { form: 'object', entries, at }, at }];
}

/** A chain of ifs: whoever breaks or returns leaves the others out, whoever falls through does not. */
function switchOf(subject: Expr, cases: readonly Node[]): Stmt[] {
  const [first, ...rest] = cases;
  if (first === undefined) return [];
  const test = child(first, 'test');
  const own = statementsOf(children(first, 'consequent'));
  const ends = own.some(({ does }) => does === 'leave' || does === 'return' || does === 'throw');
  const body = own.filter(({ does }) => does !== 'leave');
  const fallen = ends
    ? []
    : statementsOf(children(rest[0] ?? first, 'consequent')).filter(({ does }) => does !== 'leave');
  const at = spanOf(first);
  if (test === undefined) return [...body, ...switchOf(subject, rest)];
  const matches: Expr = { form: 'operation', sign: '===', parts: [subject, expressionOf(test)], at: spanOf(test) };
  return [
    {
      does: 'if',
      test: matches,
      yes: [...body, ...(rest.length > 0 ? fallen : [])],
      no: switchOf(subject, rest),
      at,
    },
  ];
}

export function classOf(node: Node): Class {
  const id = child(node, 'id');
  const base = child(node, 'superClass');
  const body = child(node, 'body');
  return {
    name: id && word(id, 'name'),
    bases: base ? [expressionOf(base)] : [],
    members: (body ? children(body, 'body') : []).map(memberOf),
    decorators: decoratorsOf(node),
    at: spanOf(node),
  };
}

function memberOf(node: Node): Class['members'][number] {
  const key = child(node, 'key');
  const name = key && !node.computed ? (word(key, 'name') ?? String(key.value ?? '')) : undefined;
  const value = node.value;
  const type = typeOf(node);
  if (!isNode(value)) return { name, ...(type !== undefined && { type }) };
  if (node.type === 'MethodDefinition')
    return {
      name,
      fn: withProperties(functionOf(value, name, decoratorsOf(node)), value),
      ...(node.kind === 'get' && { isGetter: true }),
    };
  return { name, value: expressionOf(value), ...(type !== undefined && { type }) };
}

/** `constructor(private app: App)` sets a member of the same name. */
function withProperties(fn: Func, value: Node): Func {
  const names = children(value, 'params')
    .filter(({ type }) => type === 'TSParameterProperty')
    .flatMap((one) => {
      const own = child(one, 'parameter');
      const target = own?.type === 'AssignmentPattern' ? child(own, 'left') : own;
      return target ? [{ name: word(target, 'name') ?? '', at: spanOf(target) }] : [];
    });
  const sets = names.map(
    ({ name, at }): Stmt => ({
      does: 'value',
      at,
      value: {
        form: 'assign',
        target: { form: 'member', object: { form: 'name', name: 'this', at }, name, at },
        value: { form: 'name', name, at },
        at,
      },
    }),
  );
  return { ...fn, body: [...sets, ...fn.body] };
}

function decoratorsOf(node: Node): Expr[] {
  return children(node, 'decorators').map((one) => expressionOf(child(one, 'expression'), one));
}
