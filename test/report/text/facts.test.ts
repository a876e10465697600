// The order of answers, what is folded of a long timeline, and what is said of an unknown moment.
import { expect, test } from 'vitest';
import { clean } from '../../../src/model/clean.ts';
import type { TraceDocument } from '../../../src/model/trace-document.ts';
import { text } from '../../../src/report/text.ts';
import { cleaned, look, raw } from '../cases.ts';

type Fact = TraceDocument['facts'][number];

function many(count: number): TraceDocument {
  const document = raw('duplicate-ack-late');
  const [first] = document.facts as [Fact];
  const extra = Array.from({ length: count - document.facts.length }, (_, i) => ({
    ...first,
    n: document.facts.length + i + 1,
    offset_ms: 10_000 + i,
    at: new Date(Date.parse('2024-11-29T19:02:12.000Z') + i).toISOString(),
  }));
  return { ...document, facts: [...document.facts, ...extra] };
}

const factLines = (shown: string) => shown.split('\n').filter((line) => /^ +\d+ {2}\+/.test(line));

test('of ten thousand facts the text shows those that the finding stands on, and says how many it left out', () => {
  const shown = text.render(clean(many(10_000)), look);
  expect(factLines(shown)).toHaveLength(4);
  expect(shown).toContain('… 9,996 more facts, --verbose shows them');
});

test('sixty facts are not folded, sixty-one are', () => {
  expect(text.render(clean(many(60)), look)).not.toContain('more facts');
  expect(text.render(clean(many(61)), look)).toContain('… 57 more facts');
});

test('verbose and plain show every fact', () => {
  const document = clean(many(10_000));
  const verbose = text.render(document, { ...look, verbose: true });
  expect(factLines(verbose)).toHaveLength(10_000);
  expect(verbose).not.toContain('more facts');
  const plain = text.render(document, { ...look, plain: true });
  expect(plain.split('\n').filter((line) => line.startsWith('fact\t'))).toHaveLength(10_000);
});

test('a finding that stands on thousands of facts does not undo the folding', () => {
  const document = many(10_000);
  for (const finding of document.findings) finding.facts = document.facts.map(({ n }) => n);
  expect(factLines(text.render(clean(document), look))).toHaveLength(40);
});

test('an answer stands where it was given, and never above its own delivery', () => {
  const order = (document: TraceDocument) =>
    text
      .render(clean(document), { ...look, plain: true })
      .split('\n')
      .flatMap((line) => /^(?:fact|answer)\t\d+/.exec(line)?.[0].replace('\t', ' ') ?? []);
  const document = raw('duplicate-ack-late');
  expect(order(document)).toEqual(['fact 1', 'fact 2', 'fact 3', 'answer 1', 'fact 4', 'answer 3']);
  const [, , late] = document.facts as [Fact, Fact, Fact];
  late.fields.answered_at = '2024-11-29T19:02:02.500Z';
  expect(order(document)).toEqual(['fact 1', 'fact 2', 'fact 3', 'answer 3', 'answer 1', 'fact 4']);
});

test('answers given in epoch milliseconds are the same answers', () => {
  const document = raw('duplicate-ack-late');
  for (const fact of document.facts) {
    if (fact.fields.answered_at) fact.fields.answered_at = Date.parse(String(fact.fields.answered_at));
  }
  expect(text.render(clean(document), look)).toBe(text.render(cleaned('duplicate-ack-late'), look));
});

test('an answer whose witness is not known does not name one', () => {
  const document = raw('duplicate-ack-late');
  for (const fact of document.facts) fact.origin = {};
  const shown = text.render(clean(document), look);
  expect(shown).toMatch(/answered {2}200 to #1 .* as #1$/m);
  expect(shown).not.toContain('api.jsonl:1230');
});

test.each(['relative', 'iso', 'raw'] as const)('an unknown moment is ? in %s', (time) => {
  expect(text.render(cleaned('inconclusive'), { ...look, time })).toMatch(/^ 1 {2}\? +delivery/m);
});

test('the legend of inferred links is there when a link is, and only then', () => {
  expect(text.render(cleaned('duplicate-open'), look)).toMatch(/~#8.*~ inferred/s);
  expect(text.render(cleaned('duplicate-ack-late'), look)).not.toContain('~');
});
