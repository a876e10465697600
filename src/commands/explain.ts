// dedupe explain: the text of a rule, offline, and the list of all of them.
import * as z from 'zod/mini';
import { answers } from '../advice/answers.ts';
import { advice } from '../advice/index.ts';
import { sourceTexts } from '../advice/sources/index.ts';
import { catalogue } from '../causes/catalogue.ts';
import { causes } from '../causes/index.ts';
import { theories } from '../causes/theories/index.ts';
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import { Exit } from '../exit.ts';
import { clean } from '../model/clean.ts';
import { type RuleList, type RuleText, textOf, textOfLoss, textOfTheory } from '../model/explain-document.ts';
import { waysOfLoss } from '../model/lost/index.ts';
import { type Topic, topics } from '../model/topics.ts';
import { nearest } from '../nearest.ts';
import { writeOutputs } from '../output.ts';
import { ruleListReport, ruleTextReport } from '../report/rule-text.ts';
import { topicText } from '../report/topic-text.ts';
import { steps } from '../steps/index.ts';
import { defineCommand } from './command.ts';

const own: readonly RuleText[] = [
  ...causes.map((rule) => textOf(rule, 'cause', advice[rule.id])),
  ...answers.map((answer) => textOf({ ...answer, severity: 'note' }, 'answer')),
  ...waysOfLoss.map(textOfLoss),
  ...theories.map(textOfTheory),
  ...sourceTexts.map((text) => textOf(text, 'source')),
  ...steps.map((step) => textOf({ ...step, severity: 'note' }, 'step')),
];

/** Names that are taken and wait for their rule. */
const reserved = catalogue.filter(({ id }) => !own.some((text) => text.id === id));

/** The rules over files bring what reads them: loaded for whoever asks for one, or for all. */
async function allTexts(): Promise<readonly RuleText[]> {
  const [{ lintRules }, { auditRules }] = await Promise.all([import('../lint/index.ts'), import('../audit/index.ts')]);
  return [
    ...own.filter(({ kind }) => kind === 'cause'),
    ...lintRules.map((rule) => textOf(rule, 'lint')),
    ...auditRules.map((rule) => textOf(rule, 'audit')),
    ...own.filter(({ kind }) => kind !== 'cause'),
  ];
}

export const explain = defineCommand({
  name: 'explain',
  summary: 'print what a rule means, how it shows itself and what to change; without a name, list them all',
  examples: ['dedupe explain', 'dedupe explain ack-late-retry', 'dedupe explain fact-lines --format json'],
  formats: ['text', 'json'],
  configure: (program) =>
    program.argument('[name]', `a rule, or one of the topics ${topics.map(({ id }) => id).join(', ')}`),
  options: z.strictObject({ args: z.array(z.string()) }),
  async run({ args: [name] }, context) {
    if (name === undefined) await writeList(context);
    else await writeText(name, context);
    return Exit.clean;
  },
});

async function writeList(context: Context): Promise<void> {
  const texts = await allTexts();
  const list: RuleList = {
    version: 1,
    rules: texts.map(({ id, kind, family, severity, title }) => ({ id, kind, family, severity, title })),
    topics: topics.map(({ id, meaning }) => ({ id, meaning })),
    reserved: reserved.map(({ id, meaning }) => ({ id, meaning })),
  };
  const document = clean(list);
  await writeOutputs(context, {
    text: (look) => ruleListReport.render(document, look),
    json: () => JSON.stringify(document, undefined, 2),
  });
}

async function writeText(name: string, context: Context): Promise<void> {
  const topic = topics.find(({ id }) => id === name);
  if (topic) return writeTopic(topic, context);
  const document = clean(own.find(({ id }) => id === name) ?? textFor(name, await allTexts()));
  await writeOutputs(context, {
    text: (look) => ruleTextReport.render(document, look),
    json: () => JSON.stringify(document, undefined, 2),
  });
}

async function writeTopic(topic: Topic, context: Context): Promise<void> {
  const { formats } = await import('../model/topic-schemas.ts');
  const format = formats[topic.id];
  await writeOutputs(context, {
    text: (look) => topicText(topic, format.fields(), look),
    json: () => JSON.stringify(format.schema(), undefined, 2),
  });
}

/** "No such rule" and "no text yet" are different answers with different codes. */
function textFor(name: string, texts: readonly RuleText[]): RuleText {
  const text = texts.find(({ id }) => id === name);
  if (text) return text;
  const taken = reserved.find(({ id }) => id === name);
  if (taken) throw new DedupeError('DEDUPE_NO_TEXT_YET', `there is no text for ${name} yet`, { hint: taken.meaning });
  const known = [...texts, ...topics, ...reserved].map(({ id }) => id);
  const near = nearest(name, known);
  throw new DedupeError('DEDUPE_UNKNOWN_RULE', `there is no rule "${name}"`, {
    hint: near ? `Did you mean "${near}"?` : 'dedupe explain lists them.',
  });
}
