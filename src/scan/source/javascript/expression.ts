// Expressions of JavaScript and TypeScript in the forms of the model.
import type { Argument, Expr, Func, ListExpr, ObjectExpr, Parameter } from '../../../model/code/syntax.ts';
import { late } from './late.ts';
import { below, child, children, type Node, spanOf, word } from './node.ts';
import { patternOf, typeOf } from './pattern.ts';

const nothing = (node: Node): Expr => ({ form: 'other', parts: [], at: spanOf(node) });

export function expressionOf(node: Node | undefined, around?: Node): Expr {
  if (node === undefined) return nothing(around ?? { type: '', start: 0, end: 0 });
  const read = readers[node.type];
  return read ? read(node) : { form: 'other', parts: below(node).map((one) => expressionOf(one)), at: spanOf(node) };
}

/** Wrappers that change nothing about a value. */
const inside = (node: Node) => expressionOf(child(node, 'expression'), node);

const readers: Readonly<Record<string, (node: Node) => Expr>> = {
  Identifier: (node) => ({ form: 'name', name: word(node, 'name') ?? '', at: spanOf(node) }),
  ThisExpression: (node) => ({ form: 'name', name: 'this', at: spanOf(node) }),
  Super: (node) => ({ form: 'name', name: 'super', at: spanOf(node) }),
  Literal: literal,
  TemplateLiteral: template,
  MemberExpression: member,
  CallExpression: (node) => call(node, false),
  NewExpression: (node) => call(node, true),
  ImportExpression: (node) => ({
    form: 'call',
    callee: { form: 'name', name: 'import', at: spanOf(node) },
    args: [{ value: expressionOf(child(node, 'source'), node) }],
    isNew: false,
    at: spanOf(node),
  }),
  AwaitExpression: (node) => ({ form: 'await', value: expressionOf(child(node, 'argument'), node), at: spanOf(node) }),
  ArrowFunctionExpression: (node) => ({ form: 'function', fn: functionOf(node), at: spanOf(node) }),
  FunctionExpression: (node) => ({ form: 'function', fn: functionOf(node), at: spanOf(node) }),
  ObjectExpression: objectOf,
  ArrayExpression: listOf,
  LogicalExpression: (node) => operation(node, word(node, 'operator') === '&&' ? 'and' : 'or', ['left', 'right']),
  BinaryExpression: (node) => operation(node, word(node, 'operator') ?? '', ['left', 'right']),
  UnaryExpression: (node) =>
    operation(node, word(node, 'operator') === '!' ? 'not' : (word(node, 'operator') ?? ''), ['argument']),
  ConditionalExpression: (node) => ({
    form: 'choice',
    test: expressionOf(child(node, 'test'), node),
    yes: expressionOf(child(node, 'consequent'), node),
    no: expressionOf(child(node, 'alternate'), node),
    at: spanOf(node),
  }),
  AssignmentExpression: (node) => {
    const target = expressionOf(child(node, 'left'), node);
    const name = target.form === 'name' || target.form === 'member' ? target.name : undefined;
    return {
      form: 'assign',
      target,
      // `exports = …` is no name of what is exported.
      value: namedAfter(expressionOf(child(node, 'right'), node), name === 'exports' ? undefined : name),
      at: spanOf(node),
    };
  },
  ChainExpression: inside,
  ParenthesizedExpression: inside,
  TSNonNullExpression: inside,
  TSAsExpression: inside,
  TSSatisfiesExpression: inside,
  TSTypeAssertion: inside,
  TSInstantiationExpression: inside,
};

function literal(node: Node): Expr {
  const at = spanOf(node);
  const regex = node.regex as { readonly pattern: string; readonly flags: string } | undefined;
  if (regex) return { form: 'regex', source: regex.pattern, flags: regex.flags, at };
  const { value } = node;
  if (typeof value === 'string') return { form: 'text', value, fixed: value, parts: [], at };
  return { form: 'literal', value: typeof value === 'number' || typeof value === 'boolean' ? value : null, at };
}

function template(node: Node): Expr {
  const quasis = children(node, 'quasis').map((one) => (one.value as { cooked?: string }).cooked ?? '');
  const parts = children(node, 'expressions').map((one) => expressionOf(one));
  return {
    form: 'text',
    value: parts.length === 0 ? quasis.join('') : undefined,
    fixed: quasis.join('{}'),
    parts,
    at: spanOf(node),
  };
}

function member(node: Node): Expr {
  const property = child(node, 'property');
  const key = node.computed ? expressionOf(property, node) : undefined;
  const name = key === undefined ? word(property ?? node, 'name') : key.form === 'text' ? key.value : undefined;
  const object = expressionOf(child(node, 'object'), node);
  return { form: 'member', object, name, ...(key && name === undefined && { key }), at: spanOf(node) };
}

function call(node: Node, isNew: boolean): Expr {
  const args = children(node, 'arguments').map((one): Argument => {
    if (one.type === 'SpreadElement') return { value: expressionOf(child(one, 'argument'), one), isSpread: true };
    return { value: expressionOf(one) };
  });
  return { form: 'call', callee: expressionOf(child(node, 'callee'), node), args, isNew, at: spanOf(node) };
}

function operation(node: Node, sign: string, keys: readonly string[]): Expr {
  return { form: 'operation', sign, parts: keys.map((key) => expressionOf(child(node, key), node)), at: spanOf(node) };
}

function objectOf(node: Node): ObjectExpr {
  const entries = children(node, 'properties').map((property) => {
    if (property.type === 'SpreadElement')
      return { key: undefined, value: expressionOf(child(property, 'argument'), property) };
    const key = child(property, 'key');
    const name = property.computed || !key ? undefined : (word(key, 'name') ?? String(key.value ?? ''));
    return { key: name, value: namedAfter(expressionOf(child(property, 'value'), property), name) };
  });
  return { form: 'object', entries, at: spanOf(node) };
}

/** What a function without a name of its own is bound to is what it is called. */
export function namedAfter(expr: Expr, name: string | undefined): Expr {
  if (expr.form !== 'function' || expr.fn.name !== undefined || name === undefined) return expr;
  return { ...expr, fn: { ...expr.fn, name } };
}

function listOf(node: Node): ListExpr {
  const items = children(node, 'elements').map((one) =>
    one.type === 'SpreadElement' ? expressionOf(child(one, 'argument'), one) : expressionOf(one),
  );
  return { form: 'list', items, at: spanOf(node) };
}

export function functionOf(node: Node, name?: string, decorators: readonly Expr[] = []): Func {
  const body = child(node, 'body');
  const id = child(node, 'id');
  return {
    name: name ?? (id && word(id, 'name')),
    parameters: children(node, 'params').map(parameterOf),
    body:
      body === undefined
        ? []
        : body.type === 'BlockStatement'
          ? late.statements(children(body, 'body'))
          : [{ does: 'return', value: expressionOf(body), at: spanOf(body) }],
    isAsync: node.async === true,
    decorators,
    at: spanOf(node),
  };
}

function parameterOf(node: Node): Parameter {
  const own = node.type === 'TSParameterProperty' ? (child(node, 'parameter') ?? node) : node;
  const isRest = own.type === 'RestElement';
  const target = isRest ? child(own, 'argument') : own.type === 'AssignmentPattern' ? child(own, 'left') : own;
  const right = own.type === 'AssignmentPattern' ? child(own, 'right') : undefined;
  const decorators = children(node, 'decorators').map((one) => expressionOf(child(one, 'expression'), one));
  return {
    pattern: patternOf(target ?? own),
    type: typeOf(target ?? own) ?? typeOf(own),
    fallback: right && expressionOf(right),
    isRest,
    ...(decorators.length > 0 && { decorators }),
  };
}
