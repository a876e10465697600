// Texts of Python: plain, raw, formatted, and several in a row.
import type { Expr } from '../../../model/code/syntax.ts';
import { late } from './late.ts';
import { inner, type Node, spanOf } from './node.ts';

export function textOf(strings: readonly Node[]): Expr {
  const parts: Expr[] = [];
  const fixed = strings.map((one) => fixedOf(one, parts)).join('');
  const [first] = strings;
  const last = strings.at(-1);
  const at = { start: first ? spanOf(first).start : 0, end: last ? spanOf(last).end : 0 };
  return { form: 'text', value: parts.length === 0 ? fixed : undefined, fixed, parts, at };
}

function fixedOf(node: Node, parts: Expr[]): string {
  return inner(node)
    .map((one) => {
      if (one.type === 'string_content') return one.text.replace(/\\(['"\\])/g, '$1').replace(/\\n/g, '\n');
      if (one.type !== 'interpolation') return '';
      const [value] = inner(one);
      if (value) parts.push(late.expression(value));
      return '{}';
    })
    .join('');
}
