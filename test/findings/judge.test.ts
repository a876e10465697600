// Severities, fingerprints, what is held back and how a document ends.
import { describe, expect, it } from 'vitest';
import { baselineOf, stale, without } from '../../src/findings/baseline.ts';
import { findingsDocumentOf, type Told } from '../../src/findings/document.ts';
import { judge, type Terms } from '../../src/findings/judge.ts';
import { defineRule, found } from '../../src/model/found.ts';

/** Finds every line that says so. */
const rule = defineRule<ReadonlyMap<string, string>, { line: string }>({
  id: 'bad-line',
  title: 'A bad line',
  severity: 'error',
  problem: 'It is bad.',
  fix: ['Make it good.'],
  check: (texts) =>
    [...texts].flatMap(([file, text]) =>
      text.split('\n').flatMap((line, i) => {
        const location = { file, line: i + 1, column: 1, endLine: i + 1, endColumn: line.length + 1 };
        return line.startsWith('bad')
          ? [found('bad-line', location, { line }, { edit: { location, replacement: 'good' } })]
          : [];
      }),
    ),
  say: ({ line }) => `this is ${line}`,
});

function judged(text: string, terms: Partial<Terms> = {}) {
  const texts = new Map([['a.txt', text]]);
  return judge([rule], texts, { severities: {}, baseline: undefined, texts, ...terms });
}

const about: Omit<Told, 'judged'> = {
  tool: 'lint',
  parts: [],
  skipped: [],
  files: 1,
  rules: 1,
  ms: 0,
  failOn: 'error',
  failures: [],
};

describe('judge', () => {
  it('shows the line and the change', () => {
    expect(judged('ok\nbad one').findings).toMatchObject([
      { severity: 'error', sentence: 'this is bad one', excerpt: 'bad one', diff: ['- bad one', '+ good'] },
    ]);
  });

  it('keeps a fingerprint when lines move, and tells equal lines apart', () => {
    const [first, second] = judged('bad\nbad').findings;
    expect(first?.fingerprint).not.toBe(second?.fingerprint);
    expect(judged('ok\n\n  ok\nbad\nok\nbad').findings.map(({ fingerprint }) => fingerprint)).toEqual([
      first?.fingerprint,
      second?.fingerprint,
    ]);
  });

  it('takes the severity of the configuration', () => {
    expect(judged('bad', { severities: { 'bad-line': 'note' } }).findings[0]?.severity).toBe('note');
    const off = judged('bad', { severities: { 'bad-line': 'off' } });
    expect([off.findings, off.held.switchedOff]).toEqual([[], 1]);
  });

  it('holds back what a comment explains, and complains of comments that do nothing', () => {
    const { findings, held, complaints } = judged(
      '# dedupe-ignore bad-line: known\nbad\nok # dedupe-ignore bad-line: old',
    );
    expect([findings, held.suppressed]).toEqual([[], 1]);
    expect(complaints).toEqual([{ file: 'a.txt', line: 3, sentence: expect.stringContaining('can go') }]);
  });

  it('says that a misspelt rule is none, with the nearest name, and leaves those of other tools alone', () => {
    const known = ['bad-line', 'slow-work-before-ack'];
    const text =
      '# dedupe-ignore slow-work-befor-ack: x\nok\n# dedupe-ignore zzz\nok # dedupe-ignore slow-work-before-ack: y';
    expect(judged(text, { known }).complaints).toMatchObject([
      { line: 1, sentence: expect.stringMatching(/no rule slow-work-befor-ack; did you mean slow-work-before-ack\?$/) },
      { line: 3, sentence: expect.stringMatching(/no rule zzz; dedupe explain lists/) },
    ]);
  });

  it('names the line where the comment belongs', () => {
    const { complaints } = judged('# dedupe-ignore bad-line: known\nok\nbad');
    expect(complaints).toMatchObject([{ line: 1, sentence: expect.stringContaining('in line 3') }]);
  });

  it('does not call a comment idle when the rule is only switched off', () => {
    const text = '# dedupe-ignore bad-line: known\nbad';
    expect(judged(text, { severities: { 'bad-line': 'off' } }).complaints).toEqual([]);
  });

  it('tells only what the baseline does not hold, and prunes what is gone', () => {
    const baseline = baselineOf(judged('bad one\nbad two').all);
    const { findings, held, all } = judged('bad one\nbad three', { baseline });
    expect([findings.map(({ sentence }) => sentence), held.baseline]).toEqual([['this is bad three'], 1]);
    const idle = stale(baseline, all);
    expect([idle.length, without(baseline, idle).findings.length]).toEqual([1, 1]);
  });
});

describe('the end', () => {
  it('fails at the level that was asked for, and says why', () => {
    const warned = judged('bad', { severities: { 'bad-line': 'warning' } });
    expect(findingsDocumentOf({ ...about, judged: warned }).exit).toMatchObject({ code: 0 });
    expect(findingsDocumentOf({ ...about, judged: warned, failOn: 'warning' }).exit).toMatchObject({ code: 1 });
    expect(findingsDocumentOf({ ...about, judged: judged('bad'), failOn: 'never' }).exit).toMatchObject({ code: 0 });
  });

  it('is never clean when something could not be judged', () => {
    const skipped = [{ file: 'b.txt', reason: 'it is not JSON', fatal: true }];
    expect(findingsDocumentOf({ ...about, judged: judged('bad'), skipped }).exit.code).toBe(3);
    expect(findingsDocumentOf({ ...about, judged: judged('ok'), failures: ['database: refused'] }).exit).toEqual({
      code: 3,
      why: 'database: refused',
    });
    const harmless = [{ file: 'b.js', reason: 'it is minified', fatal: false }];
    expect(findingsDocumentOf({ ...about, judged: judged('ok'), skipped: harmless }).exit.code).toBe(0);
  });
});
