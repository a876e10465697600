// Expressions of Python in the forms of the model.
import type { Argument, Expr, Func, Parameter, Pattern } from '../../../model/code/syntax.ts';
import { late } from './late.ts';
import { begins, field, fields, inner, type Node, spanOf } from './node.ts';
import { textOf } from './text.ts';

export function expressionOf(node: Node): Expr {
  const read = readers[node.type];
  return read ? read(node) : { form: 'other', parts: inner(node).map(expressionOf), at: spanOf(node) };
}

function part(node: Node, name: string): Expr {
  const found = field(node, name);
  return found ? expressionOf(found) : { form: 'other', parts: [], at: spanOf(node) };
}

const first = (node: Node): Expr => {
  const [only] = inner(node);
  return only ? expressionOf(only) : { form: 'other', parts: [], at: spanOf(node) };
};

const value =
  (it: number | boolean | null) =>
  (node: Node): Expr => ({ form: 'literal', value: it, at: spanOf(node) });
const numeric = (node: Node): Expr => ({
  form: 'literal',
  value: Number(node.text.replaceAll('_', '')),
  at: spanOf(node),
});
const list = (node: Node): Expr => ({ form: 'list', items: inner(node).map(expressionOf), at: spanOf(node) });

const readers: Readonly<Record<string, (node: Node) => Expr>> = {
  identifier: (node) => ({ form: 'name', name: node.text, at: spanOf(node) }),
  attribute: (node) => ({
    form: 'member',
    object: part(node, 'object'),
    name: field(node, 'attribute')?.text,
    at: spanOf(node),
  }),
  subscript: (node) => {
    const key = part(node, 'subscript');
    const name = key.form === 'text' ? key.value : undefined;
    return { form: 'member', object: part(node, 'value'), name, at: spanOf(node) };
  },
  call: (node) => ({
    form: 'call',
    callee: part(node, 'function'),
    args: argumentsOf(field(node, 'arguments')),
    isNew: false,
    at: spanOf(node),
  }),
  string: (node) => textOf([node]),
  concatenated_string: (node) => textOf(inner(node)),
  integer: numeric,
  float: numeric,
  true: value(true),
  false: value(false),
  none: value(null),
  dictionary: (node) => ({
    form: 'object',
    entries: inner(node).map((one) => {
      const key = one.type === 'pair' ? part(one, 'key') : undefined;
      const own = one.type === 'pair' ? part(one, 'value') : first(one);
      return { key: key?.form === 'text' ? key.value : undefined, value: own };
    }),
    at: spanOf(node),
  }),
  list,
  tuple: list,
  set: list,
  expression_list: list,
  await: (node) => ({ form: 'await', value: first(node), at: spanOf(node) }),
  parenthesized_expression: first,
  lambda: (node) => ({ form: 'function', fn: lambdaOf(node), at: spanOf(node) }),
  boolean_operator: (node) => ({
    form: 'operation',
    sign: field(node, 'operator')?.type === 'and' ? 'and' : 'or',
    parts: [part(node, 'left'), part(node, 'right')],
    at: spanOf(node),
  }),
  not_operator: (node) => ({ form: 'operation', sign: 'not', parts: [part(node, 'argument')], at: spanOf(node) }),
  comparison_operator: (node) => ({
    form: 'operation',
    sign: fields(node, 'operators')
      .map(({ type }) => type)
      .join(' '),
    parts: inner(node).map(expressionOf),
    at: spanOf(node),
  }),
  binary_operator: (node) => ({
    form: 'operation',
    sign: field(node, 'operator')?.type ?? '',
    parts: [part(node, 'left'), part(node, 'right')],
    at: spanOf(node),
  }),
  conditional_expression: (node) => {
    const [yes, test, no] = inner(node).map(expressionOf);
    const none: Expr = { form: 'other', parts: [], at: spanOf(node) };
    return { form: 'choice', test: test ?? none, yes: yes ?? none, no: no ?? none, at: spanOf(node) };
  },
  named_expression: (node) => ({
    form: 'assign',
    target: part(node, 'name'),
    value: part(node, 'value'),
    at: spanOf(node),
  }),
};

function argumentsOf(node: Node | undefined): Argument[] {
  if (node === undefined) return [];
  // `f(x for x in y)` has its generator where the list would stand.
  if (node.type !== 'argument_list') return [{ value: expressionOf(node) }];
  return inner(node).map((one): Argument => {
    if (one.type === 'keyword_argument') return { value: part(one, 'value'), keyword: field(one, 'name')?.text };
    if (one.type === 'list_splat' || one.type === 'dictionary_splat') return { value: first(one), isSpread: true };
    return { value: expressionOf(one) };
  });
}

export function functionOf(node: Node, decorators: readonly Expr[] = []): Func {
  const body = field(node, 'body');
  return {
    name: field(node, 'name')?.text,
    parameters: parametersOf(field(node, 'parameters')),
    body: body ? late.statements(inner(body)) : [],
    isAsync: begins(node, 'async'),
    decorators,
    at: spanOf(node),
  };
}

function lambdaOf(node: Node): Func {
  const body = field(node, 'body');
  return {
    name: undefined,
    parameters: parametersOf(field(node, 'parameters')),
    body: body ? [{ does: 'return', value: expressionOf(body), at: spanOf(body) }] : [],
    isAsync: false,
    decorators: [],
    at: spanOf(node),
  };
}

function parametersOf(node: Node | undefined): Parameter[] {
  return (node ? inner(node) : []).flatMap((one): Parameter[] => {
    if (one.type === 'keyword_separator' || one.type === 'positional_separator') return [];
    const isRest = /splat_pattern$/.test(one.type);
    const named = field(one, 'name') ?? (one.type === 'identifier' ? one : inner(one)[0]);
    const fallback = field(one, 'value');
    const type = field(one, 'type')
      ?.text.replace(/^['"]|['"]$/g, '')
      .replace(/^Optional\[(.*)\]$/, '$1');
    const rest = isRest || named?.type.endsWith('splat_pattern') === true;
    const name = named?.text.replace(/^\*+/, '') ?? '';
    return [
      { pattern: { name }, type: type?.split('.').at(-1), fallback: fallback && expressionOf(fallback), isRest: rest },
    ];
  });
}

/** What an assignment, a loop or a with statement binds. */
export function patternOf(node: Node): Pattern {
  if (node.type === 'identifier') return { name: node.text };
  if (/^(pattern_list|tuple_pattern|list_pattern)$/.test(node.type)) return { items: inner(node).map(patternOf) };
  if (node.type === 'as_pattern_target') return patternOf(inner(node)[0] ?? node);
  return { target: expressionOf(node) };
}
