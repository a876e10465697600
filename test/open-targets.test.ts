// Do targets open from a configuration, and is what is wrong with one told with its file and line?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { type Ran, runMain } from './run-main.ts';
import { acmeDescription, acmeSubject } from './targets/fakes/acme.ts';
import { staged } from './targets/subject.ts';

function ran(
  files: Readonly<Record<string, string>>,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-targets-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return runMain(words, { cwd, env });
}

test('a described target is checked, found and reconciled by its key', async () => {
  const { server, put } = await staged(acmeSubject);
  await put('slack:T1:Ev1');
  const files = {
    'dedupe.config.yaml': `targets:\n  acme:\n    type: http\n    url: ${server.url}/api\n    file: acme.yaml\n`,
    'acme.yaml': stringify(acmeDescription),
  };
  const env = { ACME_TOKEN: 'token-of-a-test' };
  const checked = await ran(files, ['targets', 'check', 'acme'], env);
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('CAN BE BELIEVED  acme') });
  const asked = ['reconcile', '--key', 'slack:T1:Ev1', '--target', 'acme', '--format', 'json'];
  const found = await ran(files, asked, env);
  expect(JSON.parse(found.stdout).items).toMatchObject([
    { verdict: 'one', external_id: '1', external_url: 'https://acme.example/t/1' },
  ]);
  const missing = ['reconcile', '--key', 'slack:T1:Ev2', '--target', 'acme', '--format', 'json'];
  const item = async (...more: string[]) => JSON.parse((await ran(files, [...missing, ...more], env)).stdout).items[0];
  expect(await item()).toMatchObject({
    verdict: 'not-yet',
    proof: { because: expect.stringContaining('is not known') },
  });
  expect(await item('--sent-at', '1m')).toMatchObject({ verdict: 'not-yet' });
  expect(await item('--sent-at', '2h')).toMatchObject({ verdict: 'none-proved', action: 'release' });
  expect((await ran(files, [...missing, '--apply'], env)).stderr).toContain('need operations of the dedupe schema');
});

test('a list whose end nobody declares is told, with what to declare', async () => {
  const files = {
    'dedupe.config.yaml': 'targets:\n  acme: { type: http, url: "https://acme.example", file: acme.yaml }\n',
    'acme.yaml':
      'create: { path: /t, key: k, id: id }\nfind: { path: /t, list: l, key: k, id: id, filtered: false }\ncontrol: { path: /c }\n',
  };
  const { code, stderr } = await ran(files, ['targets']);
  expect(code).toBe(2);
  expect(stderr).toContain('acme.yaml:2: find: nothing says which page is the last: declare next (link,');
});

test('every fault is told at once, each with its file and line', async () => {
  const files = {
    'dedupe.config.yaml': [
      'targets:',
      '  redmine:',
      '    url: https://redmine.example',
      '    project: ops',
      '    key_feild: 7',
      '  tracker:',
      '    type: jirra-cloud',
      '  acme:',
      '    type: http',
      '    url: https://acme.example',
      '    file: acme.yaml',
    ].join('\n'),
    'acme.yaml': 'create:\n  path: tickets\n  id: id\nfind:\n  path: /t\n  key: k\ncontrol: { path: / }\n',
  };
  const { code, stderr } = await ran(files, ['targets']);
  expect(code).toBe(2);
  expect(stderr).toContain('dedupe.config.yaml:2: targets.redmine.key_field is missing');
  expect(stderr).toContain('dedupe.config.yaml:5: unknown key "targets.redmine.key_feild". Did you mean "key_field"?');
  expect(stderr).toContain(
    'dedupe.config.yaml:7: targets.tracker has no type that is known. Did you mean "jira-cloud"?',
  );
  expect(stderr).toContain('acme.yaml:2: create.path is "tickets", which cannot be meant');
  expect(stderr).toContain('acme.yaml:4: find.id is missing');
});

test('the path of a webhook, which is a credential, is nowhere shown', async () => {
  const secret = 'abcdef0123456789';
  const files = {
    'dedupe.config.yaml': [
      'targets:',
      `  deals: { type: bitrix24, url: "http://127.0.0.1:9/rest/1/${secret}", originator: slack }`,
      '  posts:',
      '    type: http',
      '    url: http://127.0.0.1:9',
      `    create: { path: "/services/T0123/B0123/${secret}", key: key, id: id }`,
      `    find: { path: "/t?access_token=${secret}&key={key}", key: key, id: id }`,
      `    control: { path: "/services/T0123/B0123/${secret}" }`,
    ].join('\n'),
  };
  const env = { BITRIX24_TOKEN: 'token-of-a-test', POSTS_TOKEN: 'token-of-a-test' };
  const listed = await ran(files, ['targets'], env);
  expect(listed.stdout).toContain('http://127.0.0.1:9/rest/1/***/crm.deal.add.json');
  const asked = ['reconcile', '--key', 'k', '--sent-at', '2h', '--format', 'json', '--target'];
  const all = [
    listed,
    await ran(files, ['targets', 'check', '--format', 'json'], env),
    await ran(files, [...asked, 'deals'], env),
    await ran(files, [...asked, 'posts'], env),
  ];
  for (const { stdout, stderr } of all) expect(`${stdout}${stderr}`).not.toContain(secret);
  expect(all[2]?.stdout).toContain('crm.deal.list.json');
});

test('a credential that is not set is told by name, and nothing is asked', async () => {
  const files = { 'dedupe.config.yaml': 'targets:\n  github: { repository: example/ops }\n' };
  const checked = await ran(files, ['targets', 'check', '--format', 'json']);
  expect(checked.code).toBe(3);
  expect(JSON.parse(checked.stdout).targets).toMatchObject([
    { name: 'github', check: { state: 'not-open', evidence: expect.stringContaining('GITHUB_TOKEN') } },
  ]);
  expect(await ran(files, ['targets', 'check', 'jira'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Configured: github'),
  });
  expect(await ran(files, ['reconcile', '--accept-absent', 'jira=1h'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DEDUPE_UNKNOWN_TARGET'),
  });
});

test('a trace of an event whose call timed out shows the record that exists', async () => {
  const { server, put } = await staged(acmeSubject);
  await put('slack:T1:Ev1');
  const at = (second: number) => `2026-11-29T11:59:${String(second).padStart(2, '0')}Z`;
  const lines = [
    {
      dedupe: 'delivery',
      at: at(1),
      event_id: 'Ev1',
      workspace_id: 'T1',
      delivery_id: 'd1',
      answered_at: at(2),
      status: 200,
    },
    {
      dedupe: 'call',
      at: at(2),
      finished_at: at(12),
      event_id: 'Ev1',
      call_id: 'c1',
      target: 'acme',
      operation: 'create',
      outcome: 'unknown',
      error_code: 'ETIMEDOUT',
      source_event_key: 'slack:T1:Ev1',
    },
  ];
  const files = {
    'dedupe.config.yaml': `targets:\n  acme:\n    type: http\n    url: ${server.url}/api\n    file: acme.yaml\n`,
    'acme.yaml': stringify(acmeDescription),
    'app.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
  };
  const { stdout } = await ran(files, ['trace', 'Ev1', '--logs', 'app.jsonl', '--format', 'json'], {
    ACME_TOKEN: 'token-of-a-test',
  });
  const document = JSON.parse(stdout);
  expect(document.records).toMatchObject([{ id: '1', target: 'acme', url: 'https://acme.example/t/1' }]);
  expect(document.facts.map(({ kind, source }: Record<string, string>) => `${kind} ${source}`)).toContain(
    'record target',
  );
  const blind = await ran(files, ['trace', 'Ev1', '--logs', 'app.jsonl', '--format', 'json']);
  expect(JSON.parse(blind.stdout).gaps).toContainEqual(
    expect.objectContaining({ source: 'target', reason: expect.stringContaining('ACME_TOKEN') }),
  );
  const report = await ran(files, ['reconcile', '--logs', 'app.jsonl', '--format', 'json'], {
    ACME_TOKEN: 'token-of-a-test',
  });
  expect(JSON.parse(report.stdout)).toMatchObject({
    mode: 'report',
    source: 'logs',
    items: [{ verdict: 'one', external_id: '1', target: 'acme', event_id: 'Ev1' }],
  });
});
