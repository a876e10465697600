// What the scenarios do, what must hold and why: a line for each, or one of them in full.
import { Chalk } from 'chalk';
import type { DrillList } from '../../model/drill-document.ts';
import type { Report } from '../../model/report.ts';
import { columns } from '../columns.ts';

export const listText: Report<DrillList> = {
  format: 'text',
  render({ scenarios }, look) {
    const needs = (one: DrillList['scenarios'][number]) => one.needs.map(({ hook }) => hook).join(', ');
    if (look.plain) return scenarios.map((one) => [one.scenario, one.title, needs(one)].join('\t')).join('\n');
    if (scenarios.length > 1) {
      const rows = scenarios.map((one) => [
        one.scenario,
        `${one.title}${one.needs.length > 0 ? ` (${needs(one)})` : ''}`,
      ]);
      const more = 'In brackets: the hooks without which it is not run. --scenario NAME shows one in full.';
      return [...columns(rows, look.width, 0), '', more].join('\n');
    }
    const { bold } = new Chalk({ level: look.colour ? 1 : 0 });
    return scenarios
      .flatMap((one) => [
        bold(one.scenario),
        ...columns(
          [
            ['title', one.title],
            ['does', one.does],
            ['must hold', one.must_hold],
            ['why', one.why],
            ['rounds', one.race ? 'several (--rounds)' : 'one'],
            ...one.needs.map(({ hook, does }) => [`hook ${hook}`, does]),
          ],
          look.width,
        ),
      ])
      .join('\n');
  },
};
