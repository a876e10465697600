// Does the text of a rule say everything, fit its width, and stay plain where that is asked?
import { describe, expect, it } from 'vitest';
import { clean } from '../../src/model/clean.ts';
import { type RuleText, textOf } from '../../src/model/explain-document.ts';
import type { Look } from '../../src/model/report.ts';
import { fold } from '../../src/report/columns.ts';
import { ruleTextReport } from '../../src/report/rule-text.ts';

const look: Look = { width: 60, colour: false, plain: false, unicode: true, time: 'relative' };
const rule = {
  id: 'late-parcel',
  title: 'The parcel came twice',
  severity: 'error' as const,
  family: 'REDELIVERY' as const,
  problem: 'The sender waited three seconds for an answer and then sent the same parcel a second time.',
  signs: ['two parcels with one number', 'the second one is marked as a repeat'],
  fix: ['Answer first.', 'Claim the number before the work.'],
  check: () => [],
  say: () => '',
};
const text: RuleText = textOf(rule, 'cause');
const render = (changes: Partial<Look> = {}, document = text) =>
  ruleTextReport.render(clean(document), { ...look, ...changes });

describe('the text of a rule', () => {
  it('is this', () => {
    expect(render()).toBe(`late-parcel
The parcel came twice

REDELIVERY · error · cause

Problem
  The sender waited three seconds for an answer and then
  sent the same parcel a second time.

  At-least-once delivery is a guarantee of the sender and
  not a bug: make the handler safe against repeats, and do
  not switch the retries off.

Signs
  -  two parcels with one number
  -  the second one is marked as a repeat

Fix
  1  Answer first.
  2  Claim the number before the work.`);
  });

  it('shows an example unfolded, with what confirms and refutes it, and begins a fix of data with a backup', () => {
    const long = 'const parcel = await door.findParcelByNumber(parcelNumber, { includeThoseThatWereSentBack: true });';
    const own = textOf(rule, 'cause', {
      example: { language: 'TypeScript', code: [long] },
      confirmedBy: ['one number on both'],
      refutedBy: ['two numbers'],
      links: ['https://example.com/parcels'],
      touches: ['data'],
    });
    const told = render({}, own);
    expect(told).toContain(`Example (TypeScript)\n  ${long}\n`);
    for (const title of ['Confirmed by\n', 'Refuted by\n', 'Links\n  https://example.com/parcels'])
      expect(told).toContain(title);
    expect(told.replace(/\s+/g, ' ')).toMatch(
      /Fix 0 Begin with a backup and a test case: the fix touches data,.* 1 Answer first\./,
    );
    const plain = render({ plain: true }, own).split('\n');
    expect(plain).toContain(`example\t${long}`);
    expect(plain.findIndex((line) => line.startsWith('before\t'))).toBeLessThan(
      plain.findIndex((line) => line.startsWith('fix\t')),
    );
  });

  it('leaves out what a rule over files does not have', () => {
    const lint = render({}, { ...text, kind: 'lint', family: null, signs: [] });
    expect(lint).toContain('\nerror · lint\n');
    expect(lint).not.toContain('Signs');
  });

  it('is ASCII where nothing else can be shown', () => {
    expect(render({ unicode: false })).toMatch(/^[\x0a\x20-\x7e]*$/);
  });

  it('is one record a line when plain, without colour', () => {
    const lines = render({ plain: true }).split('\n');
    expect(lines.every((line) => /^[a-z]+\t\S/.test(line))).toBe(true);
    expect(lines.filter((line) => line.startsWith('fix\t'))).toHaveLength(2);
  });

  it('has colour only where it is wanted', () => {
    expect(render()).not.toContain('\u001b');
    expect(render({ colour: true })).toContain('\u001b[1mlate-parcel');
  });
});

describe('fold', () => {
  it('keeps every word, and no line wider than asked unless one word is', () => {
    const words = 'a bb ccc dddd a-word-that-is-longer-than-any-line-may-be ee f';
    const lines = fold(words, 20);
    expect(lines.join(' ')).toBe(words);
    expect(lines.filter((line) => line.length > 20)).toEqual(['a-word-that-is-longer-than-any-line-may-be']);
  });

  it('counts columns, not characters', () => {
    expect(fold('日本語日本語 日本語日本語', 20)).toHaveLength(2);
  });
});
