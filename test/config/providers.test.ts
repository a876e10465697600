// Is a sender read from the configuration used by a trace, and is each fault in it named with file, line and key?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lintRules } from '../../src/lint/index.ts';
import { runMain } from '../run-main.ts';

const start = Date.UTC(2026, 10, 2, 9, 15);

function folderWith(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'dedupe.config.yaml'), config);
  const delivery = (n: number, ms: number, answered: number) => ({
    ...{ dedupe: 'delivery', provider: 'acme', event_id: 'D-1', delivery_id: `d${n}`, subject: 'acme:7' },
    ...{ at: start + ms, answered_at: start + ms + answered, status: 200 },
  });
  const record = (n: number, ms: number) => ({
    ...{
      dedupe: 'record',
      provider: 'acme',
      event_id: 'D-1',
      target: 'jira',
      record_id: `J-${n}`,
      delivery_id: `d${n}`,
    },
    at: start + ms,
  });
  // The first copy is answered after 6 s; the second comes after a minute, and a third two hours later.
  const lines = [delivery(1, 0, 6_000), record(1, 5_900), delivery(2, 66_000, 90), record(2, 66_080)];
  writeFileSync(join(folder, 'app.log'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return folder;
}

const acme = 'providers:\n  acme:\n    title: Acme\n    event_id: header:X-Acme-Delivery\n';
const traced = async (config: string) =>
  (await runMain(['trace', 'D-1', '--logs', 'app.log'], { cwd: folderWith(config) })).stdout;

it('knows by the description whether the answer was late', async () => {
  const strict = await traced(`${acme}    answer_within: 5s\n    retries: [1m, 1h]\n`);
  expect(strict).toMatch(/^DUPLICATE .*ack-late-retry/);
  expect(strict).toContain('Acme sent the event again');
  const patient = await traced(`${acme}    answer_within: 30s\n    retries: [1m, 1h]\n`);
  expect(patient).not.toMatch(/^DUPLICATE .*ack-late-retry/);
});

it('knows a sender that repeats nothing by itself', async () => {
  expect(await traced(`${acme}    answer_within: 5s\n    retries: []\n`)).toContain(
    'Acme sends nothing again by itself',
  );
});

it.each([
  ['a wrong span', '    horizon: soon\n', 'dedupe.config.yaml:5: providers.acme.horizon is "soon"'],
  ['an unknown key', '    event_key: id\n', 'dedupe.config.yaml:5: unknown key "providers.acme.event_key"'],
  ['a place that is none', '    scope: "two words"\n', 'dedupe.config.yaml:5: providers.acme.scope is "two words"'],
  ['a list that is none', '    retries: 1m\n', 'dedupe.config.yaml:5: providers.acme.retries is "1m"'],
])('names the place of %s', async (_, line, sentence) => {
  const { code, stderr } = await runMain(['trace', 'D-1', '--logs', 'app.log'], { cwd: folderWith(acme + line) });
  expect(code).toBe(2);
  expect(stderr.replace(/\s+/g, ' ')).toContain(sentence);
});

it('names a missing id and a name that is none', async () => {
  const withoutId = await runMain(['config'], { cwd: folderWith('providers:\n  acme: {}\n') });
  expect(withoutId.stderr.replace(/\s+/g, ' ')).toContain('dedupe.config.yaml:2: providers.acme.event_id is empty');
  const badName = await runMain(['config'], { cwd: folderWith('providers:\n  Acme Corp:\n    event_id: id\n') });
  expect(badName.stderr.replace(/\s+/g, ' ')).toContain('names "Acme Corp"');
});

it('describes no sender that is known here, and one with another name', async () => {
  const described = (name: string) =>
    runMain(['config'], { cwd: folderWith(`providers:\n  ${name}:\n    event_id: header:X-Id\n`) });
  for (const name of ['slack', 'github']) {
    const { code, stderr } = await described(name);
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining(`describes "${name}", which is known here`),
    ]);
  }
  expect((await described('slack-like')).code).toBe(0);
});

it('names no rule that nobody has, where rules are used and where settings are shown', async () => {
  const withRule = (rule: string) => folderWith(`rules:\n  ${rule}: off\n`);
  for (const command of [['config'], ['lint', 'manifest.yaml']]) {
    const { code, stderr } = await runMain(command, { cwd: withRule('duplicate-subscriptions') });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('names a rule "duplicate-subscriptions", and there is none'),
    ]);
  }
  expect((await runMain(['config'], { cwd: withRule(lintRules[0]?.id ?? '') })).code).toBe(0);
});
