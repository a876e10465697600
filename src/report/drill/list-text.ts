// What the scenarios do, what must hold and why: a line for each, or one of them in full.
import { Chalk } from 'chalk';
import type { DrillList } from '../../model/drill-document.ts';
import type { Report } from '../../model/report.ts';
import { columns, fold } from '../columns.ts';

export const listText: Report<DrillList> = {
  format: 'text',
  render({ scenarios }, look) {
    const needs = (one: DrillList['scenarios'][number]) =>
      [...one.needs.map(({ hook }) => hook), ...(one.waits_for_repeat ? ['longest_repeat'] : [])].join(', ');
    if (look.plain) return scenarios.map((one) => [one.scenario, one.title, needs(one)].join('\t')).join('\n');
    if (scenarios.length > 1) {
      const rows = scenarios.map((one) => [
        one.scenario,
        `${one.title}${one.needs.length > 0 ? ` (${needs(one)})` : ''}`,
      ]);
      return [...columns(rows, look.width, 0), '', ...fold(brackets, look.width)].join('\n');
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
            ...(one.waits_for_repeat ? [['waits', waits]] : []),
            ...one.needs.map(({ hook, does }) => [`hook ${hook}`, does]),
          ],
          look.width,
        ),
      ])
      .join('\n');
  },
};

const brackets =
  'In brackets: the hooks without which it is not run, and longest_repeat where it waits so long for work that the fault leaves: without it, it is never safe. --scenario NAME shows one in full.';

const waits =
  'for drill.longest_repeat (1 h at most) after the fault: by then the work that it left was repeated. Without it, it is played, and is not run where nothing is wrong yet.';
