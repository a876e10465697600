// From what the rules found to what is told: severities as configured, what is held back, and how the command ends.
import type { Baseline, FailLevel, FindingsDocument, FoundItem } from '../model/findings-document.ts';
import type { Finding, Location, Rule, Severity } from '../model/rule.ts';
import { nearest } from '../nearest.ts';
import { fingerprintOf } from './fingerprint.ts';
import { holds, type Suppression, suppressionsIn } from './suppressions.ts';
import { diffOf, Lines, type Texts } from './texts.ts';

// biome-ignore lint/suspicious/noExplicitAny: each rule has its own arguments; only the rule itself reads them.
export type AnyRule<Input> = Rule<Input, any>;

export interface Judged {
  readonly findings: readonly FoundItem[];
  readonly complaints: FindingsDocument['complaints'];
  readonly held: { readonly suppressed: number; readonly baseline: number; readonly switchedOff: number };
  /** Every finding that no comment holds back: what a new baseline would hold. */
  readonly all: readonly FoundItem[];
}

export interface Terms {
  /** By rule id. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly baseline: Baseline | undefined;
  readonly texts: Texts;
  /** Ids of every rule that there is, those of other tools too: a comment can be meant for these. Left out: only the judged ones. */
  readonly known?: readonly string[] | undefined;
  /** Findings in other files are left out; undefined: none are. */
  readonly only?: ReadonlySet<string> | undefined;
}

export function judge<Input>(rules: readonly AnyRule<Input>[], input: Input, terms: Terms): Judged {
  const lines = new Lines(terms.texts);
  const items: FoundItem[] = [];
  const off: FoundItem[] = [];
  const seen = new Map<string, number>();
  for (const rule of rules)
    for (const finding of rule.check(input)) {
      if (terms.only && !touches(finding, terms.only)) continue;
      const own = terms.severities[rule.id];
      const severity = own === undefined || own === 'off' ? (finding.severity ?? rule.severity) : own;
      (own === 'off' ? off : items).push(itemOf(rule, finding, severity, lines, seen));
    }
  const suppressions = [...terms.texts].flatMap(([file, text]) => suppressionsIn(file, text));
  const open = items.filter((item) => !suppressions.some((one) => holds(one, item)));
  const known = new Set((terms.baseline?.findings ?? []).map(({ fingerprint }) => fingerprint));
  const told = open.filter(({ fingerprint }) => !known.has(fingerprint));
  return {
    findings: told.toSorted(byPlace),
    complaints: complaintsOf(suppressions, [...items, ...off], {
      own: rules.map(({ id }) => id),
      known: terms.known ?? rules.map(({ id }) => id),
    }),
    held: { suppressed: items.length - open.length, baseline: open.length - told.length, switchedOff: off.length },
    all: open.toSorted(byPlace),
  };
}

/** In the file or beside it: what is shown as the second place may be what changed. */
function touches({ location, related = [] }: Finding, only: ReadonlySet<string>): boolean {
  return [location, ...related].some((one) => one !== undefined && only.has(one.file.replace(/^\.\//, '')));
}

const worst: readonly Severity[] = ['error', 'warning', 'note'];

function byPlace(a: FoundItem, b: FoundItem): number {
  return (
    worst.indexOf(a.severity) - worst.indexOf(b.severity) ||
    (a.location.file < b.location.file ? -1 : a.location.file > b.location.file ? 1 : 0) ||
    a.location.line - b.location.line ||
    a.location.column - b.location.column ||
    (a.rule < b.rule ? -1 : 1)
  );
}

function itemOf<Input>(
  rule: AnyRule<Input>,
  finding: Finding,
  severity: Severity,
  lines: Lines,
  seen: Map<string, number>,
): FoundItem {
  const { location, related = [], edit } = finding;
  if (location === undefined) throw new Error(`${rule.id} found something without a place`);
  const excerpt = lines.at(location);
  const name = [rule.id, location.file, excerpt?.trim() ?? ''].join('\0');
  const nth = seen.get(name) ?? 0;
  seen.set(name, nth + 1);
  return {
    rule: rule.id,
    severity,
    certainty: finding.certainty,
    title: rule.title,
    sentence: rule.say(finding.args),
    location: placeOf(location),
    excerpt: shown(excerpt),
    related: related.map((one) => ({ ...placeOf(one), note: one.note ?? '', excerpt: shown(lines.at(one)) })),
    fix: [...rule.fix],
    diff: edit ? diffOf(edit, lines) : [],
    fingerprint: fingerprintOf(rule.id, location.file, excerpt ?? '', nth),
  };
}

/** A line longer than a screen shows nothing more to a reader. */
const longestExcerpt = 240;

function shown(excerpt: string | undefined): string | null {
  if (excerpt === undefined) return null;
  return excerpt.length > longestExcerpt ? `${excerpt.slice(0, longestExcerpt)}…` : excerpt;
}

function placeOf({ file, line, column, endLine = line, endColumn = column + 1 }: Location): FoundItem['location'] {
  return { file, line, column, end_line: endLine, end_column: endColumn };
}

function complaintsOf(
  suppressions: readonly Suppression[],
  items: readonly FoundItem[],
  { own, known }: { readonly own: readonly string[]; readonly known: readonly string[] },
): Judged['complaints'] {
  return suppressions.flatMap((one) => {
    const { file, line, rules, reason } = one;
    const strange = rules.filter((rule) => !known.includes(rule));
    if (strange.length > 0) return strange.map((rule) => ({ file, line, sentence: noRule(rule, known) }));
    if (reason === '')
      return [
        {
          file,
          line,
          sentence: `this comment holds nothing back: it gives no reason (dedupe-ignore ${rules[0]}: why)`,
        },
      ];
    // Whether another tool finds something here is for that one to say.
    const idle = rules.filter(
      (rule) => own.includes(rule) && !items.some((item) => holds({ ...one, rules: [rule] }, item)),
    );
    return idle.map((rule) => {
      // Whoever wrote it above the handler meant a line further down.
      const meant = items.find(
        (item) =>
          item.rule === rule && item.location.file === file && !suppressions.some((other) => holds(other, item)),
      )?.location.line;
      const then =
        meant === undefined ? 'this comment can go' : `it is found in line ${meant}, and there the comment belongs`;
      return { file, line, sentence: `nothing here is found by ${rule}: ${then}` };
    });
  });
}

function noRule(rule: string, known: readonly string[]): string {
  const meant = nearest(rule, known);
  return `this comment holds nothing back: there is no rule ${rule}; ${meant === undefined ? 'dedupe explain lists all rules' : `did you mean ${meant}?`}`;
}

/** How many findings would make the command fail. */
export function failing(findings: readonly FoundItem[], level: FailLevel): number {
  if (level === 'never') return 0;
  const levels: readonly Severity[] = level === 'error' ? ['error'] : ['error', 'warning'];
  return findings.filter(({ severity }) => levels.includes(severity)).length;
}
