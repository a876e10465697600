// Does a command end as it is told, and does what it leaves running not hold anybody up?
import { expect, it } from 'vitest';
import { runShell } from '../../../src/drill/world/shell.ts';

const base = { env: { PATH: process.env.PATH }, cwd: '/', limitMs: 20_000, signal: new AbortController().signal };

it('gives what was printed and how it ended', async () => {
  expect(await runShell('echo "$A"; echo oh >&2; exit 3', { ...base, env: { ...base.env, A: 'b c' } })).toEqual({
    code: 3,
    stdout: 'b c\n',
    end: 'ended with 3: oh',
  });
});

it.each([
  ['Node', `"${process.execPath}" -e "throw new TypeError('no such port')"`, 'TypeError: no such port'],
  [
    'Python',
    `printf 'Traceback:\\n  File "a.py"\\nValueError: no such port\\n' >&2; exit 1`,
    'ValueError: no such port',
  ],
  ['a shell behind another error', `echo 'Error: first' >&2; echo 'sh: gone' >&2; exit 1`, 'sh: gone'],
  ['a program that indents all', `echo '  one' >&2; echo '  two' >&2; exit 1`, 'two'],
])('says why %s ended', async (_, command, reason) => {
  expect((await runShell(command, base)).end).toBe(`ended with 1: ${reason}`);
});

it('does not wait for what it started in the background', async () => {
  const ran = await runShell('sleep 30 & echo $!', base);
  expect(ran.code).toBe(0);
  const pid = Number(ran.stdout);
  expect(process.kill(pid, 0)).toBe(true);
  process.kill(pid, 'SIGKILL');
});

it('ends what takes too long, with its children', async () => {
  const ran = await runShell('sleep 30; true', { ...base, limitMs: 100 });
  expect(ran).toEqual({ code: null, stdout: '', end: 'did not end within 0.1 s' });
});

it('ends when it is interrupted', async () => {
  const stop = new AbortController();
  const running = runShell('sleep 30; true', { ...base, signal: stop.signal });
  stop.abort();
  expect(await running).toMatchObject({ code: null, end: 'was interrupted' });
});
