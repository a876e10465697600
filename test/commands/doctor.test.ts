// Does the doctor say what was seen, tell what failed from what is not there, and end as it should?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { publishedSchemas } from '../../src/schemas.ts';
import { runMain } from '../run-main.ts';
import { fakeSlack } from '../slack/fake-slack.ts';
import { examined, folder, incident, log, root } from './examined.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false });

describe('without a configuration', () => {
  it('everything could not be seen, with what would help, and that is no failure', async () => {
    const { code, stdout } = await runMain(['doctor'], { cwd: folder() });
    expect(stdout.split('\n')[0]).toBe(
      'COULD NOT BE SEEN  of 12 steps 0 hold, 0 do not hold, 12 could not be seen; 0 sources were opened',
    );
    for (const help of ['--logs PATH', 'dedupe init --database', 'dedupe doctor --code .', 'dedupe demo'])
      expect(stdout).toContain(help);
    expect(code).toBe(0);
  });

  it('the document fits its schema, and so does one with everything in it', async () => {
    const validate = ajv.compile(publishedSchemas()['doctor.json'] ?? false);
    for (const argv of [
      [],
      [incident?.trace[0] ?? '', '--logs', log, '--code', join(root, 'fixtures/audit/missing-ack')],
    ]) {
      const { document } = await examined(argv);
      expect(validate(document), ajv.errorsText(validate.errors)).toBe(true);
      expect(validate({ ...document, verdict: 'well' })).toBe(false);
    }
  });
});

describe('a log', () => {
  it('links one duplicate to both tasks, tells the slow answer and the token, and ends in 1', async () => {
    const cwd = folder({
      'app.log': `${readFileSync(log, 'utf8')}{"level":"info","auth":"xoxb-${'1'.repeat(12)}-abcdefghijkl"}\n`,
    });
    const { document, step, told, code, stdout } = await examined(['Ev08T4K2QX7B', '--logs', 'app.log'], { cwd });
    expect(step('event-linked-to-tasks')?.state).toBe('holds');
    expect(told('event-linked-to-tasks').join('\n')).toMatch(/OPS-41 \(#4\).*\n.*OPS-42 \(#7\)/);
    expect(step('durable-before-answer')?.state).toBe('does-not-hold');
    expect(told('signature-checked')).toContain('app.log: 1 line with a token in auth');
    expect(stdout).not.toContain('abcdefghijkl');
    expect([code, document.verdict]).toEqual([1, 'does-not-hold']);
  });

  it('an event that nobody knows does not hold, and a log that is not there could not be opened', async () => {
    const unknown = await examined(['Ev0NOBODY', '--logs', log]);
    expect(unknown.told('event-linked-to-tasks')).toEqual(['Ev0NOBODY: no source knows it']);
    expect(unknown.code).toBe(2);
    expect((await runMain(['trace', 'Ev0NOBODY', '--logs', log])).code).toBe(2);
    const absent = await examined(['--logs', 'no-such.log']);
    expect(absent.source('log')).toMatchObject([{ state: 'failed', evidence: expect.stringContaining('no-such.log') }]);
    expect(absent.step('retries-readable')?.state).toBe('not-seen');
    expect(absent.code).toBe(3);
  });

  it('interrupted, it ends as everything does', async () => {
    const controller = new AbortController();
    controller.abort();
    expect((await runMain(['doctor', '--logs', log], { signal: controller.signal })).code).toBe(130);
  });

  it('standard input is refused, and so is an age that is none', async () => {
    expect((await runMain(['doctor', '--logs', '-'])).code).toBe(2);
    const { code, stderr } = await runMain(['doctor', '--stale-after', 'long']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--stale-after is "long"')]);
  });
});

describe('source code and drills', () => {
  it('a finding names its place and what explains it; markdown and plain say it too', async () => {
    const argv = ['doctor', '--code', '.'];
    const hit = readFileSync(join(root, 'fixtures/audit/missing-own-bot-filter/hit-express.js'), 'utf8');
    const cwd = folder({ 'app.js': hit });
    const { stdout, code } = await runMain(argv, { cwd });
    expect(stdout).toMatch(/10 {2}does not hold .*\n.*own messages: code:[\s\S]*?missing-own-bot-filter/);
    expect(stdout).toContain('more  dedupe explain own-messages-filtered');
    expect(code).toBe(1);
    const plain = (await runMain([...argv, '--plain'], { cwd })).stdout;
    expect(plain).toMatch(/^step\t10\town-messages-filtered\tdoes-not-hold$/m);
    const { stdout: markdown } = await runMain([...argv, '--format', 'markdown'], { cwd });
    expect(markdown).toMatch(/^- step 10, own messages.*missing-own-bot-filter/m);
  });

  it('a folder without code could not be opened, and an old drill is told with its date', async () => {
    const results = ['bad-signature', 'stale-signature', 'future-signature'].map((scenario) => ({
      ...{ scenario, verdict: 'safe', rounds: 1, wanted: 0, got: 0, lost: 0, result_ids: [], evidence: '' },
      ...{ started_at: '2026-09-01T00:00:00Z', duration_ms: 1, receivers: [], counted_by: 'sql', dedupe_version: '0' },
    }));
    const cwd = folder({
      'dedupe-drill.json': JSON.stringify({ version: 1, results }),
      'dedupe.config.yaml': 'code: [nowhere]\n',
    });
    const { source, told, code } = await examined([], { cwd });
    expect(source('code')).toMatchObject([{ state: 'failed' }]);
    expect(told('signature-checked').join()).toContain('stale: bad-signature of 2026-09-01');
    expect(code).toBe(3);
    const longer = await examined(['--stale-after', '365d'], { cwd });
    expect(longer.step('signature-checked')?.aspects[0]?.state).toBe('holds');
  });
});

describe('Slack', () => {
  it('names the app and the workspace of each token, and what it lacks; never the token', async () => {
    const slack = await fakeSlack({
      tokens: { 'xoxb-one': { bot_id: 'B1', scopes: 'channels:history,users:read' }, 'xoxb-two': { bot_id: 'B2' } },
      bots: { B1: 'A1', B2: 'A2' },
    });
    const cwd = folder({ 'dedupe.config.yaml': `slack: { url: ${slack.url}, token_envs: [ONE, TWO, THREE, FOUR] }\n` });
    const { source, told, step, code, stdout } = await examined([], {
      cwd,
      env: { ONE: 'xoxb-one', TWO: 'xoxb-two', FOUR: 'xoxb-gone' },
    });
    expect(source('slack')).toMatchObject([
      { name: 'ONE', state: 'opened', visible: false, evidence: 'auth.test: A1 in T1; without channels:read' },
      { name: 'TWO', state: 'opened' },
      { name: 'FOUR', state: 'failed' },
      { name: 'THREE', state: 'not-configured', evidence: 'THREE in the environment' },
    ]);
    expect(told('consumers-counted')).toContain('T1 has A1 and A2: both see its events');
    expect(step('consumers-counted')?.state).toBe('does-not-hold');
    expect(stdout).not.toContain('xoxb-');
    expect(code).toBe(3);
  });

  it('asks nobody where no variable is set, as audit does not', async () => {
    const slack = await fakeSlack({ tokens: {} });
    const cwd = folder({ 'dedupe.config.yaml': `slack: { url: ${slack.url}, token_envs: [ONE] }\n` });
    const { source } = await examined([], { cwd, env: {} });
    expect(source('slack')).toMatchObject([
      { state: 'not-configured', evidence: expect.stringContaining('ONE in the') },
    ]);
    expect(slack.asked).toEqual([]);
  });
});
