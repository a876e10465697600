// What `dedupe explain --format json` prints: the list of everything that has a text, or the text of one rule.
import * as z from 'zod/mini';
import type { Advice } from './advice.ts';
import type { Cause } from './cause.ts';
import type { WayOfLoss } from './lost/way.ts';
import { type Rule, severities } from './rule.ts';
import type { Theory } from './theory.ts';

export const ruleKinds = ['cause', 'lint', 'audit', 'theory', 'answer', 'loss', 'source', 'step'] as const;
export type RuleKind = (typeof ruleKinds)[number];

const head = {
  id: z.string(),
  kind: z.enum(ruleKinds),
  /** Causes only; null for the others. */
  family: z.nullable(z.string()),
  severity: z.enum(severities),
  title: z.string(),
};

export const ruleText = z.object({
  version: z.literal(1),
  ...head,
  problem: z.string(),
  /** What to look for in the evidence; empty for rules over files. */
  signs: z.array(z.string()),
  fix: z.array(z.string()),
  /** What holds for every cause of the family; null for the others. */
  note: z.nullable(z.string()),
  /** What to do before the fix, where it changes data, payments or access; null where it does not. */
  before: z.nullable(z.string()),
  example: z.nullable(z.object({ language: z.string(), code: z.array(z.string()) })),
  confirmed_by: z.array(z.string()),
  refuted_by: z.array(z.string()),
  /** Official documentation. */
  links: z.array(z.string()),
});

const named = z.object({ id: z.string(), meaning: z.string() });

export const ruleList = z.object({
  version: z.literal(1),
  rules: z.array(z.object(head)),
  /** Texts that are about no rule. */
  topics: z.array(named),
  /** Ids that are taken and have no text yet. */
  reserved: z.array(named),
});

export const explainDocument = z.union([ruleList, ruleText]);

export type RuleText = z.output<typeof ruleText>;
export type RuleList = z.output<typeof ruleList>;

type Texts = Pick<Rule<never>, 'id' | 'severity' | 'title' | 'problem' | 'fix' | 'advice'> &
  Partial<Pick<Cause, 'family' | 'signs'>>;

/** Of families in which the sender repeats: a reader must not look for a switch. */
const familyNotes: Readonly<Record<string, string>> = {
  REDELIVERY:
    'At-least-once delivery is a guarantee of the sender and not a bug: make the handler safe against repeats, and do not switch the retries off.',
};

export function textOf(rule: Texts, kind: RuleKind, own: Advice | undefined = rule.advice): RuleText {
  const { id, severity, title, problem, fix } = rule;
  const touches = own?.touches ?? [];
  return {
    version: 1,
    id,
    kind,
    family: rule.family ?? null,
    severity,
    title,
    problem,
    signs: [...(rule.signs ?? [])],
    fix: [...fix],
    note: familyNotes[rule.family ?? ''] ?? null,
    before:
      touches.length === 0
        ? null
        : `Begin with a backup and a test case: the fix touches ${touches.join(' and ')}, so save what is there and write down the case that makes two, before anything is changed.`,
    example: own?.example ? { language: own.example.language, code: [...own.example.code] } : null,
    confirmed_by: [...(own?.confirmedBy ?? [])],
    refuted_by: [...(own?.refutedBy ?? [])],
    links: [...(own?.links ?? [])],
  };
}

/** What people say, why it does not hold, and where to look instead. */
export function textOfTheory(theory: Theory): RuleText {
  return textOf({ ...theory, severity: 'note' }, 'theory');
}

/** A way of loss; its fix is what would have prevented it. */
export function textOfLoss({ prevention, ...way }: WayOfLoss): RuleText {
  return textOf({ ...way, severity: 'error', fix: prevention }, 'loss');
}
