// Is every end told in words, under its own status, and as JSON where JSON was asked for?
import { describe, expect, it } from 'vitest';
import { DedupeError } from '../src/errors.ts';
import { reportFailure } from '../src/failure.ts';
import { testIo } from './run-main.ts';

function report(error: unknown, argv: string[] = [], aborted = false) {
  const { io, written } = testIo(aborted ? { signal: AbortSignal.abort() } : {});
  const code = reportFailure(error, argv, io);
  const { stdout, stderr } = written();
  expect(stdout).toBe('');
  return { code, stderr };
}

const refused = new DedupeError('DEDUPE_USAGE', 'no', { hint: 'first\nsecond' });

describe('reportFailure', () => {
  it('prints sentence, each line of the hint, and the code', () => {
    expect(report(refused)).toEqual({ code: 2, stderr: 'error: no\n  first\n  second\n  (DEDUPE_USAGE)\n' });
  });

  it('calls everything that it does not know a fault of its own, in one line', () => {
    const { code, stderr } = report(new TypeError('x is not a function\nsecret second line'));
    expect(code).toBe(3);
    expect(stderr).toContain('error: this is a fault in dedupe itself: x is not a function\n');
    expect(stderr).toContain('--debug');
    expect(stderr).not.toContain('second line');
    expect(report('thrown text').stderr).toContain('itself: thrown text\n');
  });

  it('makes a colour in somebody else’s words visible like every other control', () => {
    const error = new DedupeError('DEDUPE_USAGE', 'no \u001b[31mred\nand no \u001b[1mbold');
    expect(report(error).stderr).toContain('error: no \\x1b[31mred\nand no \\x1b[1mbold\n');
  });

  it('shows where it came from under --debug only, also in circles', () => {
    const cause = new Error('inner');
    const error = new DedupeError('DEDUPE_BUG', 'outer', { cause });
    cause.cause = error;
    expect(report(error).stderr).not.toContain('caused by');
    expect(report(error, ['--debug']).stderr).toContain('caused by Error: inner');
    expect(report(error, ['x', '--', '--debug']).stderr).not.toContain('caused by');
  });

  it.each([
    [['--format', 'json'], true],
    [['--format=json'], true],
    [['--format', 'text', '--format', 'json'], true],
    [['--format', 'json', '--format', 'text'], false],
    [['--', '--format', 'json'], false],
    [['--format'], false],
    [[], false],
  ])('is JSON after %j: %s', (argv, json) => {
    const { stderr } = report(refused, argv);
    const expected = { error: { code: 'DEDUPE_USAGE', message: 'no', hint: 'first\nsecond', exit: 2 } };
    if (json) expect(JSON.parse(stderr)).toEqual(expected);
    else expect(stderr).toMatch(/^error: no/);
  });

  it('stays one JSON document under --debug', () => {
    const { stderr } = report(refused, ['--format', 'json', '--debug']);
    expect(JSON.parse(stderr).error.stack).toContain('failure.test');
  });

  it('says interrupted when that is why it failed', () => {
    expect(report(new Error('socket closed'), [], true)).toEqual({
      code: 130,
      stderr: 'error: interrupted\n  (DEDUPE_INTERRUPTED)\n',
    });
    const wrapped = new DedupeError('DEDUPE_DB_UNREACHABLE', 'closed');
    expect(report(wrapped, [], true).code).toBe(130);
    expect(report(wrapped, [], false).code).toBe(3);
  });
});
