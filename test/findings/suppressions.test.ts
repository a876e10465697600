// Which line does a comment speak for, and when does it hold nothing back?
import { describe, expect, it } from 'vitest';
import { holds, suppressionsIn } from '../../src/findings/suppressions.ts';

const only = (text: string) => suppressionsIn('a.js', text)[0];
const at = (line: number, rule = 'slow') => ({ rule, location: { file: 'a.js', line } });

describe('a comment', () => {
  it('on a line of its own speaks for the next line that is no comment', () => {
    const one = only('x\n// dedupe-ignore slow: the queue does it\n// and more words\n\ncall()\n');
    expect(one).toMatchObject({ line: 2, target: 5, reason: 'the queue does it', scope: 'line' });
    expect(one && [holds(one, at(5)), holds(one, at(6)), holds(one, at(5, 'other'))]).toEqual([true, false, false]);
  });

  it('behind code speaks for its own line', () => {
    expect(only('call() // dedupe-ignore slow, other: known')).toMatchObject({ target: 1, rules: ['slow', 'other'] });
    expect(only('call() /* dedupe-ignore slow: known */')).toMatchObject({ target: 1, reason: 'known' });
    expect(only('bot_events: [a] # dedupe-ignore slow: known')).toMatchObject({ target: 1, reason: 'known' });
  });

  it('for a file speaks for every line of it', () => {
    const one = only('# dedupe-ignore-file slow: generated\n');
    expect(one && [holds(one, at(1)), holds(one, at(900))]).toEqual([true, true]);
  });

  it('without a reason holds nothing back', () => {
    const one = only('// dedupe-ignore slow\ncall()');
    expect(one && holds(one, at(2))).toBe(false);
  });

  it('is only what is written like one', () => {
    expect(suppressionsIn('a.js', 'const dedupe = "dedupe-ignore slow: x"')).toEqual([]);
    expect(suppressionsIn('a.js', '// see dedupe-ignore in the manual')).toEqual([]);
  });
});
