// The parts of an expression, and every expression below one.
import type { Expr, Stmt } from './syntax.ts';

/** In the order in which they run; the body of a function is no part. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.form) {
    case 'member':
      return expr.key ? [expr.object, expr.key] : [expr.object];
    case 'call':
      return [expr.callee, ...expr.args.map(({ value }) => value)];
    case 'text':
    case 'operation':
    case 'other':
      return expr.parts;
    case 'object':
      return expr.entries.map(({ value }) => value);
    case 'list':
      return expr.items;
    case 'await':
      return [expr.value];
    case 'choice':
      return [expr.test, expr.yes, expr.no];
    case 'assign':
      return [expr.value, expr.target];
    default:
      return [];
  }
}

/** It and everything below it, outermost first. */
export function everyExpr(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  gather(expr, found);
  return found;
}

function gather(expr: Expr, found: Expr[]): void {
  found.push(expr);
  for (const part of partsOf(expr)) gather(part, found);
}

/** The expressions that a statement holds itself, in the order in which they run. */
export function valuesOf(statement: Stmt): readonly Expr[] {
  switch (statement.does) {
    case 'value':
      return [statement.value];
    case 'bind':
    case 'return':
    case 'throw':
      return statement.value ? [statement.value] : [];
    case 'if':
      return [statement.test];
    case 'loop':
      return statement.head;
    case 'with':
      return statement.items;
    default:
      return [];
  }
}

/** The lists of statements inside one; those of a function or a class are not. */
export function blocksOf(statement: Stmt): readonly (readonly Stmt[])[] {
  switch (statement.does) {
    case 'if':
      return [statement.yes, statement.no];
    case 'loop':
    case 'with':
    case 'block':
      return [statement.body];
    case 'try':
      return [statement.body, ...statement.catches, statement.last];
    default:
      return [];
  }
}
