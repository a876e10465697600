// The report for a ticket: what was reviewed, line by line; and whatever the document holds, none of it becomes markup.
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { clean, safeForOutput } from '../../src/model/clean.ts';
import { line } from '../../src/report/markdown/words.ts';
import { markdown } from '../../src/report/markdown.ts';
import { cases, cleaned, expectGolden, look, raw } from './cases.ts';
import { payloads, poisoned } from './hostile.ts';

const parser = new MarkdownIt({ html: true, linkify: true });
const blocksOf = (text: string) => parser.parse(text, {}).map(({ type, info }) => `${type} ${info}`);
const inlineOf = (text: string) =>
  parser.parse(text, {}).flatMap(({ children }) => (children ?? []).map(({ type }) => type));

test.each(cases)('%s', (name) => {
  expectGolden(`${name}.md`, markdown.render(cleaned(name), look));
});

test.each(cases)('%s passes the gate and is short', (name) => {
  const text = markdown.render(cleaned(name), look);
  expect(safeForOutput(text)).toBe(text);
  expect(text.split('\n').length).toBeLessThan(70);
});

describe.each(Object.entries(payloads))('%s in every field', (_, payload) => {
  test.each(cases)('%s keeps its shape', (name) => {
    // A command that would have to be changed is left out; what stands in a block of code is tested below.
    const render = (word: string) => markdown.render(clean({ ...poisoned(name, word), next: [] }), look);
    const [text, plain] = [render(payload), render('word')];
    expect(safeForOutput(text)).toBe(text);
    expect(blocksOf(text)).toEqual(blocksOf(plain));
    expect(inlineOf(text).filter((type) => !allowed.has(type))).toEqual([]);
    expect(text).not.toMatch(/[<>]|@\w/);
  });
});

const allowed = new Set(['text', 'softbreak', 'code_inline', 'strong_open', 'strong_close']);

describe('a line of words', () => {
  test.each([
    ['#2 was answered (#3)', '`#2` was answered (`#3`)'],
    ['app_mention, said slack:T1:Ev1.', '`app_mention`, said `slack:T1:Ev1`.'],
    ['OPS-41 and app-1 (3.7.1): done', 'OPS-41 and app-1 (3.7.1): done'],
    ['see https://a.example/x', 'see `https://a.example/x`'],
    ['- not a list', '`-` not a list'],
    ['1. not a list', '`1.` not a list'],
    ['a `b` <!here>', 'a `ˋbˋ` `‹!here›`'],
    ['日本語 über', '日本語 über'],
  ])('%s', (text, shown) => {
    expect(line(text)).toBe(shown);
  });
});

test('a command stands whole or not at all', () => {
  const next = ['dedupe trace Ev1 --logs a.log', "dedupe trace 'Ev<!here>' --logs b.log", 'dedupe x `id`'];
  const text = markdown.render(clean({ ...raw('single'), next }), look);
  expect(text).toContain('```sh\ndedupe trace Ev1 --logs a.log\n```\n');
  expect(text).not.toContain('b.log');
  expect(markdown.render(clean({ ...raw('single'), next: next.slice(1) }), look)).not.toContain('Next');
});

test('of ten thousand facts and a thousand records a ticket gets a few, and is told how many are left', () => {
  const document = raw('duplicate-ack-late');
  const [first] = document.facts;
  const [record] = document.records;
  if (!first || !record) throw new Error('the fixture is empty');
  const facts = Array.from({ length: 10_000 }, (_, i) => ({ ...first, n: i + 1 }));
  const records = Array.from({ length: 1000 }, (_, i) => ({ ...record, id: `OPS-${i}`, fact: i + 1, keep: i === 0 }));
  const text = markdown.render(clean({ ...document, facts, records }), look);
  expect(text).toContain('9,984 more facts in the other formats.');
  expect(text).toContain('- and 990 more');
  expect(text.length).toBeLessThan(6000);
});
