// From an offset in a module to a line and a column.
import type { Location } from '../rule.ts';
import type { Module, Span } from './syntax.ts';

const starts = new WeakMap<Module, readonly number[]>();

export function locate(module: Module, { start, end }: Span, note?: string): Location {
  const from = placeOf(module, start);
  const to = placeOf(module, end);
  const place = { ...from, endLine: to.line, endColumn: to.column };
  return note === undefined ? { file: module.file, ...place } : { file: module.file, ...place, note };
}

function placeOf(module: Module, offset: number): { line: number; column: number } {
  const lines = starts.get(module) ?? startsOf(module);
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
}

function startsOf(module: Module): readonly number[] {
  const found = [0];
  for (let at = module.text.indexOf('\n'); at >= 0; at = module.text.indexOf('\n', at + 1)) found.push(at + 1);
  starts.set(module, found);
  return found;
}
