// As a new user would: the log and the configuration of the README, in a folder of their own, give a cause.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from './run-main.ts';
import { redmineSubject } from './targets/fakes/redmine.ts';
import { staged } from './targets/subject.ts';

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');

function folder(names: readonly string[]): string {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const name of names) {
    const text = new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(readme)?.[1];
    writeFileSync(join(cwd, name), text ?? '');
  }
  return cwd;
}

it('traces a log that nobody here wrote after two fields are mapped', async () => {
  const cwd = folder(['bot.log', 'dedupe.config.yaml']);
  const { stdout, code } = await runMain(['trace', 'OPS-41', 'OPS-42', '--logs', 'bot.log'], { cwd });
  expect(stdout.split('\n')[0]).toMatch(/^DUPLICATE .*jira.*ack-late-retry/);
  expect(code).toBe(1);
});

it('says what to do as long as nothing is mapped', async () => {
  const { stdout, code } = await runMain(['trace', 'Ev08T4K2QX7B', '--logs', 'bot.log'], { cwd: folder(['bot.log']) });
  expect(stdout.replace(/\s+/g, ' ')).toContain('log_fields in the configuration can say which fields do');
  expect(code).toBe(3);
});

it('refuses a field that no fact has, with the nearest one', async () => {
  const cwd = folder(['bot.log']);
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    'log_fields:\n  event_id: a\n  recordid: ticket.key\n  kind: { path: b, when: { x: deliverly } }\n',
  );
  const { stderr, code } = await runMain(['trace', 'Ev1', '--logs', 'bot.log'], { cwd });
  expect(stderr).toContain(
    'dedupe.config.yaml:3: log_fields.recordid is no field of a fact line. Did you mean "record_id"?',
  );
  expect(stderr).toContain('dedupe.config.yaml:4: log_fields.kind.when.x is "deliverly", which is no kind of fact');
  expect(code).toBe(2);
});

it('configures a drill as the manual does', async () => {
  const { stdout, stderr, code } = await runMain(['config', '--config', 'drill.yaml'], { cwd: folder(['drill.yaml']) });
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^drill +receivers, count, dead_letters, hooks, proxy, guard_ttl, longest_repeat, production +drill.yaml:2$/m,
  );
  expect(code).toBe(0);
});

it('reconciles one issue of Redmine that nobody heard of again, as the manual says', async () => {
  const { server, put } = await staged(redmineSubject);
  await put('slack:T123:C9:1732900000.000100');
  const cwd = folder(['redmine.yaml']);
  const file = join(cwd, 'redmine.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('https://redmine.example', server.url));
  const env = { REDMINE_API_KEY: 'key-of-a-test' };
  const [, check, look] =
    /(dedupe targets check redmine.*?)\s+#.*\n(dedupe reconcile --config redmine.*)/.exec(readme) ?? [];
  const words = (line: string | undefined) => (line ?? '').split(' ').slice(1);
  expect(await runMain(words(check), { cwd, env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('CAN BE BELIEVED'),
  });
  const { code, stdout } = await runMain(words(look), { cwd, env });
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'REPORT  1 operation: 1 one']);
  // One that is not there, beside older issues that have no key.
  const absent = words(look).map((word) => (word.startsWith('slack:') ? 'slack:T123:C9:1732900001.000100' : word));
  const none = await runMain(absent, { cwd, env });
  expect([none.code, none.stdout.split('\n')[0]]).toEqual([0, 'REPORT  1 operation: 1 none-proved']);
  const unbounded = absent.filter((_, i) => !absent.slice(Math.max(0, i - 1), i + 1).includes('--first-sent-at'));
  const unsure = await runMain(unbounded, { cwd, env });
  expect(unsure).toMatchObject({ code: 3, stdout: expect.stringContaining('--first-sent-at') });
});

it('names the systems of an app of Bolt by its effects, as the manual does', async () => {
  const cwd = folder(['effects.yaml']);
  const env = { REDMINE_API_KEY: 'x', SLACK_BOT_TOKEN: 'x' };
  const { code, stdout, stderr } = await runMain(['targets', '--plain', '--config', 'effects.yaml'], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^ticket\tredmine\t/m);
  expect(stdout).toMatch(/^reply\tslack\t/m);
});

it('describes a system of its own as the manual does', async () => {
  const cwd = folder(['acme.yaml']);
  writeFileSync(
    join(cwd, 'dedupe.config.yaml'),
    'targets:\n  acme: { type: http, url: https://acme.example, file: acme.yaml }\n',
  );
  const { code, stdout, stderr } = await runMain(['targets', '--plain'], { cwd, env: { ACME_TOKEN: 'x' } });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n')[0]).toMatch(/^acme\thttp\ta second object\tthe primary store/);
});
