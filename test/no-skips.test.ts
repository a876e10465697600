// Is a test that did not run told from one that passed?
import { describe, expect, it } from 'vitest';
import { summarize } from './no-skips.js';

const file = (status: string, ...statuses: string[]) => ({
  name: 'test/a.test.ts',
  status,
  assertionResults: statuses.map((each, i) => ({ status: each, fullName: `case ${i + 1}` })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

describe('the summary', () => {
  it('is clean when every test of every report ran and passed', () => {
    const both = summarize([report(file('passed', 'passed', 'passed')), report(file('passed', 'passed'))]);
    expect(both).toEqual({ clean: true, lines: ['3 passed, 0 failed, 0 skipped'] });
  });

  it.each(['skipped', 'pending', 'todo', 'disabled'])('names a test that is %s', (status) => {
    const lines = ['skipped: test/a.test.ts > case 2', '1 passed, 0 failed, 1 skipped'];
    expect(summarize([report(file('passed', 'passed', status))])).toEqual({ clean: false, lines });
  });

  it('names a failed test, and a file that did not load', () => {
    const lines = ['failed: test/a.test.ts > case 2', 'failed: test/a.test.ts', '1 passed, 2 failed, 0 skipped'];
    expect(summarize([report(file('failed', 'passed', 'failed'), file('failed'))])).toEqual({ clean: false, lines });
  });

  it('is not clean when nothing ran at all', () => {
    expect(summarize([]).clean).toBe(false);
  });
});
