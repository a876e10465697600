// The text of one rule, and the list of all texts, for `dedupe explain`.
import { Chalk } from 'chalk';
import type { RuleKind, RuleList, RuleText } from '../model/explain-document.ts';
import type { Look, Report } from '../model/report.ts';
import { columns, fold } from './columns.ts';

export const ruleTextReport: Report<RuleText> = {
  format: 'text',
  render(rule, look) {
    return (look.plain ? plainRule(rule) : [...heading(rule, look), ...body(rule, look)]).join('\n');
  },
};

export const ruleListReport: Report<RuleList> = {
  format: 'text',
  render(list, look) {
    return (look.plain ? plainList(list) : sections(list, look)).join('\n');
  },
};

const kindTitles: Readonly<Record<RuleKind, string>> = {
  cause: 'Causes, named by dedupe trace',
  lint: 'Rules of dedupe lint',
  audit: 'Rules of dedupe audit',
  answer: 'Answers of dedupe trace',
  loss: 'Ways on which an event is lost',
  theory: 'Theories that are often stated, refuted where the evidence speaks against them',
  source: 'Sources of evidence, each with an account that only reads',
  step: 'Steps against duplicates, judged by dedupe doctor',
};

/** What the three parts of a text are called. */
const partTitles = { problem: 'Problem', signs: 'Signs', fix: 'Fix' };
const titlesOf: Partial<Record<RuleKind, typeof partTitles>> = {
  answer: { problem: 'What it means', signs: 'What it rests on', fix: 'What to do' },
  loss: { ...partTitles, fix: 'Prevention' },
  theory: { problem: 'What is true', signs: 'What speaks against it', fix: 'Look instead' },
  source: { problem: 'What it tells', signs: 'Settings', fix: 'An account that only reads' },
  step: { problem: 'Why', signs: 'What is looked at', fix: 'What to do' },
};

function heading({ id, title, family, severity, kind }: RuleText, look: Look): string[] {
  const { bold } = inkOf(look);
  return [
    bold(id),
    ...fold(kind === 'theory' ? `Often said: ${title}` : title, look.width),
    '',
    [family, severity, kind].filter(Boolean).join(look.unicode ? ' · ' : ' - '),
    '',
  ];
}

function body(rule: RuleText, look: Look): string[] {
  const { kind, problem, note, signs, before, fix, example, confirmed_by, refuted_by, links } = rule;
  const { bold } = inkOf(look);
  const titles = titlesOf[kind] ?? partTitles;
  const list = (title: string, rows: string[][]) =>
    rows.length === 0 ? [] : ['', bold(title), ...columns(rows, look.width)];
  return [
    bold(titles.problem),
    ...columns([[problem]], look.width),
    ...(note === null ? [] : ['', ...columns([[note]], look.width)]),
    ...list(
      titles.signs,
      signs.map((sign) => ['-', sign]),
    ),
    ...list(titles.fix, [...(before === null ? [] : [['0', before]]), ...fix.map((step, i) => [`${i + 1}`, step])]),
    // Code is copied: it is never folded.
    ...(example === null
      ? []
      : ['', bold(`Example (${example.language})`), ...example.code.map((line) => `  ${line}`)]),
    ...list(
      'Confirmed by',
      confirmed_by.map((sign) => ['-', sign]),
    ),
    ...list(
      'Refuted by',
      refuted_by.map((sign) => ['-', sign]),
    ),
    ...(links.length === 0 ? [] : ['', bold('Links'), ...links.map((link) => `  ${link}`)]),
  ];
}

function sections({ rules, topics, reserved }: RuleList, look: Look): string[] {
  const { bold } = inkOf(look);
  const section = (title: string, rows: string[][]) =>
    rows.length === 0 ? [] : [bold(title), ...columns(rows, look.width), ''];
  const named = (entries: RuleList['topics']) => entries.map(({ id, meaning }) => [id, meaning]);
  const kinds = Object.entries(kindTitles).flatMap(([kind, title]) =>
    section(
      title,
      rules.filter((rule) => rule.kind === kind).map((rule) => [rule.id, rule.severity, rule.title]),
    ),
  );
  return [
    ...kinds,
    ...section('Topics', named(topics)),
    ...section('Named already, without a text yet', named(reserved)),
    'dedupe explain NAME prints one of them.',
  ];
}

function plainRule(rule: RuleText): string[] {
  const { id, kind, family, severity, title, problem, note, before, example } = rule;
  const head = Object.entries({ id, kind, family, severity, title, problem, note }).filter(
    ([, value]) => value !== null,
  );
  const each = (name: string, values: readonly string[]) => values.map((value) => [name, value]);
  const rows = [
    ...head,
    ...each('sign', rule.signs),
    ...each('before', before === null ? [] : [before]),
    ...each('fix', rule.fix),
    ...each('example', example?.code ?? []),
    ...each('confirmed', rule.confirmed_by),
    ...each('refuted', rule.refuted_by),
    ...each('link', rule.links),
  ];
  return rows.map((row) => row.join('\t'));
}

function plainList({ rules, topics, reserved }: RuleList): string[] {
  const rows = [
    ...rules.map(({ id, kind, title }) => [id, kind, title]),
    ...topics.map(({ id, meaning }) => [id, 'topic', meaning]),
    ...reserved.map(({ id, meaning }) => [id, 'reserved', meaning]),
  ];
  return rows.map((row) => row.join('\t'));
}

function inkOf({ colour }: Look) {
  return new Chalk({ level: colour ? 1 : 0 });
}
