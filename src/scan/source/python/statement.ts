// Statements of Python in the forms of the model.
import type { Class, Expr, Stmt } from '../../../model/code/syntax.ts';
import { expressionOf, functionOf, patternOf } from './expression.ts';
import { field, fields, inner, type Node, spanOf } from './node.ts';

export function statementsOf(nodes: readonly Node[]): Stmt[] {
  return nodes.flatMap(statementOf);
}

function blockOf(node: Node | undefined): Stmt[] {
  return node ? statementsOf(inner(node)) : [];
}

function statementOf(node: Node): Stmt[] {
  const read = readers[node.type];
  if (read) return read(node);
  if (/^(import_|future_import|pass_|global_|nonlocal_|comment)/.test(node.type)) return [];
  return [
    {
      does: 'value',
      value: { form: 'other', parts: inner(node).map(expressionOf), at: spanOf(node) },
      at: spanOf(node),
    },
  ];
}

function optional(node: Node | undefined): Expr | undefined {
  return node && expressionOf(node);
}

const leave = (node: Node): Stmt[] => [{ does: 'leave', at: spanOf(node) }];

const readers: Readonly<Record<string, (node: Node) => Stmt[]>> = {
  expression_statement: (node) => inner(node).flatMap(expressionStatement),
  if_statement: (node) => ifOf(node, fields(node, 'alternative')),
  for_statement: (node) => {
    const left = field(node, 'left');
    return [
      {
        does: 'loop',
        head: [optional(field(node, 'right'))].filter((one) => one !== undefined),
        pattern: left && patternOf(left),
        body: blockOf(field(node, 'body')),
        at: spanOf(node),
      },
    ];
  },
  while_statement: (node) => [
    {
      does: 'loop',
      head: [optional(field(node, 'condition'))].filter((one) => one !== undefined),
      pattern: undefined,
      body: blockOf(field(node, 'body')),
      at: spanOf(node),
    },
  ],
  return_statement: (node) => [{ does: 'return', value: optional(inner(node)[0]), at: spanOf(node) }],
  raise_statement: (node) => [{ does: 'throw', value: optional(inner(node)[0]), at: spanOf(node) }],
  break_statement: leave,
  continue_statement: leave,
  try_statement: (node) => {
    const clause = (type: string) => inner(node).filter((one) => one.type.startsWith(type));
    const catches = clause('except').map((one) => blockOf(inner(one).find(({ type }) => type === 'block')));
    const otherwise = clause('else').flatMap((one) => blockOf(field(one, 'body')));
    const last = clause('finally').flatMap((one) => blockOf(inner(one).find(({ type }) => type === 'block')));
    return [{ does: 'try', body: [...blockOf(field(node, 'body')), ...otherwise], catches, last, at: spanOf(node) }];
  },
  with_statement: (node) => {
    const clause = inner(node).find(({ type }) => type === 'with_clause');
    const items = (clause ? inner(clause) : []).flatMap((item) => field(item, 'value') ?? []);
    const named = items.flatMap((item): Stmt[] => {
      if (item.type !== 'as_pattern') return [];
      const [value, target] = [inner(item)[0], field(item, 'alias')];
      return value && target
        ? [{ does: 'bind', pattern: patternOf(target), value: expressionOf(value), at: spanOf(item) }]
        : [];
    });
    const plain = items.filter(({ type }) => type !== 'as_pattern').map(expressionOf);
    return [{ does: 'with', items: plain, body: [...named, ...blockOf(field(node, 'body'))], at: spanOf(node) }];
  },
  match_statement: (node) => {
    const subject = optional(field(node, 'subject')) ?? { form: 'other', parts: [], at: spanOf(node) };
    const body = field(node, 'body');
    return matchOf(subject, body ? inner(body).filter(({ type }) => type === 'case_clause') : []);
  },
  function_definition: (node) => [{ does: 'function', fn: functionOf(node), at: spanOf(node) }],
  class_definition: (node) => [{ does: 'class', cls: classOf(node, []), at: spanOf(node) }],
  decorated_definition: (node) => {
    const decorators = inner(node)
      .filter(({ type }) => type === 'decorator')
      .flatMap((one) => inner(one).map(expressionOf));
    const definition = field(node, 'definition');
    if (definition?.type === 'class_definition')
      return [{ does: 'class', cls: classOf(definition, decorators), at: spanOf(node) }];
    return definition ? [{ does: 'function', fn: functionOf(definition, decorators), at: spanOf(definition) }] : [];
  },
};

function expressionStatement(node: Node): Stmt[] {
  const at = spanOf(node);
  if (node.type === 'assignment') {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    return left ? [{ does: 'bind', pattern: patternOf(left), value: optional(right), at }] : [];
  }
  if (node.type === 'augmented_assignment') {
    const [left, right] = [optional(field(node, 'left')), optional(field(node, 'right'))];
    return left && right ? [{ does: 'value', value: { form: 'assign', target: left, value: right, at }, at }] : [];
  }
  return [{ does: 'value', value: expressionOf(node), at }];
}

function ifOf(node: Node, alternatives: readonly Node[]): Stmt[] {
  const [next, ...rest] = alternatives;
  const otherwise =
    next === undefined ? [] : next.type === 'elif_clause' ? ifOf(next, rest) : blockOf(field(next, 'body'));
  const test = optional(field(node, 'condition')) ?? { form: 'other', parts: [], at: spanOf(node) };
  return [{ does: 'if', test, yes: blockOf(field(node, 'consequence')), no: otherwise, at: spanOf(node) }];
}

function matchOf(subject: Expr, cases: readonly Node[]): Stmt[] {
  const [first, ...rest] = cases;
  if (first === undefined) return [];
  const pattern = inner(first).find(({ type }) => type === 'case_pattern');
  const parts = [subject, ...(pattern ? inner(pattern).map(expressionOf) : [])];
  const test: Expr = { form: 'operation', sign: '==', parts, at: spanOf(first) };
  return [
    {
      does: 'if',
      test,
      yes: blockOf(field(first, 'consequence')),
      no: matchOf(subject, rest),
      at: spanOf(first),
    },
  ];
}

function classOf(node: Node, decorators: readonly Expr[]): Class {
  const bases = field(node, 'superclasses');
  const body = blockOf(field(node, 'body'));
  return {
    name: field(node, 'name')?.text,
    bases: bases ? inner(bases).map(expressionOf) : [],
    members: body.flatMap((one): Class['members'] => {
      if (one.does === 'function') return [{ name: one.fn.name, fn: one.fn }];
      return one.does === 'bind' && one.value ? [{ name: one.pattern.name, value: one.value }] : [];
    }),
    decorators,
    at: spanOf(node),
  };
}
