// What the README quotes of RESULTS.md: every ratio that has a budget, beside its floor. Pure.
import { sectionsOf } from './results.js';

/** `[[what, ratio, floor, budget]]`, in the order of the page. */
export function quoted(page) {
  return sectionsOf(page).flatMap(([, text]) =>
    text
      .split(/^(?=### )/m)
      .slice(1)
      .flatMap(ratiosOf),
  );
}

function ratiosOf(table) {
  const [title] = /(?<=^### ).*/.exec(table);
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  const [head, , floor, ...others] = rows.map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
  const at = head.indexOf('ratio');
  return others
    .filter((row) => / × /.test(row.at(-1)))
    .map((row) => [`${title}: ${row[0]}`, row[at], floor[0], row.at(-1).split(', ')[0]]);
}
