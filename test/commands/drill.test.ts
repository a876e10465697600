// Does the command end as its scenarios did, in every format, and keep what it found with its date?
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, onTestFinished } from 'vitest';
import { publishedSchemas } from '../../src/schemas.ts';
import { runMain } from '../run-main.ts';

const schemas = publishedSchemas();

/** Keeps what it made in a file; with a guard, each message once. */
async function receiver(isGuarded: boolean): Promise<{ cwd: string; port: number }> {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-drill-'));
  const made = join(cwd, 'made.txt');
  writeFileSync(made, '');
  const known = new Set<string>();
  let n = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const marker = /drill-\w{8}-\d{5}/.exec(body)?.[0] ?? '';
    n += 1;
    if (!isGuarded || !known.has(marker)) appendFileSync(made, `${marker} T${n}\n`);
    known.add(marker);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(cwd, { recursive: true, force: true });
  });
  return { cwd, port: (server.address() as AddressInfo).port };
}

async function drilled(at: { cwd: string; port: number }, scenarios: readonly string[], ...more: string[]) {
  const config = { drill: { count: { command: 'sed -n "s/^$DRILL_MARKER //p" made.txt' }, quiet: '10ms', wait: '1s' } };
  writeFileSync(join(at.cwd, 'dedupe.config.json'), JSON.stringify(config));
  const named = scenarios.flatMap((id) => ['--scenario', id]);
  const env = { PATH: process.env.PATH, DEDUPE_DRILL_SECRET: 'only-for-tests' };
  return runMain(['drill', `http://127.0.0.1:${at.port}/`, ...named, ...more], { cwd: at.cwd, env });
}

function problems(name: string, value: unknown): string {
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  const validate = ajv.compile(schemas[name] ?? false);
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

it('ends with 0 when everything that was asked for holds', async () => {
  const at = await receiver(true);
  const { code, stdout } = await drilled(at, ['same-event-twice', 'retry-with-headers']);
  expect(stdout.split('\n')[0]).toMatch(
    /^SAFE {2}all 2 scenarios that ran hold, looked at for \d\.\d s( to \d\.\d s)? after the last thing that was done$/,
  );
  expect(stdout).toMatch(/^safe +retry-with-headers +1 +1 +0 +1 +\d\.\d s +T\d+$/m);
  expect(code).toBe(0);
});

it('ends with 1 and names the scenario in each format when something is unsafe', async () => {
  const at = await receiver(false);
  const files = ['json=a.json', 'junit=a.xml', 'markdown=a.md'].flatMap((one) => ['--output', one]);
  const { code, stdout } = await drilled(at, ['same-event-twice', 'app-restarted'], ...files);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^UNSAFE {2}1 of 1 scenarios did not hold, looked at for .*; 1 not run\n/);
  expect(stdout).toMatch(/^unsafe +same-event-twice +1 +3 +0 +1 +\d\.\d s +T\d+, T\d+, T\d+$/m);
  expect(stdout).toMatch(/^ {2}app-restarted +the configuration has no restart_app$/m);
  const read = (name: string) => readFileSync(join(at.cwd, name), 'utf8');
  const document = JSON.parse(read('a.json'));
  expect(problems('drill.json', document)).toBe('');
  expect(problems('drill.json', { ...document, verdict: 'fine' })).not.toBe('');
  expect(document).toMatchObject({ verdict: 'unsafe', baseline: 1, receivers: [`http://localhost:${at.port}/`] });
  expect(read('a.xml')).toContain('tests="2" failures="1" errors="1" skipped="0"');
  expect(read('a.xml')).toMatch(/name="app-restarted" [^>]*><error type="not-run"/);
  expect(read('a.md')).toMatch(/^- same-event-twice: wanted 1, got 3, lost 0, looked for \d\.\d s\./m);
});

it('ends with 3 when something that was asked for did not run, and not when it was left out on purpose', async () => {
  const at = await receiver(true);
  const asked = ['retry-with-headers', 'app-restarted'];
  const first = await drilled(at, asked);
  expect(first.stdout).toMatch(/^INCOMPLETE {2}all 1 scenarios that ran hold, looked at for .*; 1 not run\n/);
  expect(first.code).toBe(3);
  const second = await drilled(at, asked, '--skip', 'app-restarted');
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/app-restarted +left out on purpose/);
});

it('ends with 3 when the receiver cannot be reached, and keeps nothing', async () => {
  const at = await receiver(true);
  const { code, stdout } = await drilled({ ...at, port: 1 }, ['same-event-twice']);
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /^INCOMPLETE {2}an ordinary event could not be counted: 127.0.0.1:1 takes no connections|^INCOMPLETE/,
  );
  expect(() => readFileSync(join(at.cwd, 'dedupe-drill.json'))).toThrow('ENOENT');
});

it('keeps the newest result of each scenario, and leaves a file of somebody else alone', async () => {
  const at = await receiver(false);
  await drilled(at, ['same-event-twice', 'bad-signature']);
  const kept = () => JSON.parse(readFileSync(join(at.cwd, 'dedupe-drill.json'), 'utf8'));
  const first = kept();
  expect(problems('drill-results.json', first)).toBe('');
  expect(first.results.map(({ scenario }: { scenario: string }) => scenario)).toEqual([
    'bad-signature',
    'same-event-twice',
  ]);
  expect(first.results[0]).toMatchObject({ verdict: 'unsafe', started_at: '2026-11-29T12:00:00.000Z', got: 1 });
  await drilled({ ...at, port: (await receiver(true)).port }, ['app-restarted']);
  expect(kept()).toEqual(first);
  writeFileSync(join(at.cwd, 'dedupe-drill.json'), '{"mine": true}');
  const { code, stderr } = await drilled(at, ['bad-signature']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('dedupe-drill.json holds no results of drills')]);
  expect(kept()).toEqual({ mine: true });
});

it.each([
  ['production_workspaces', { production_workspaces: ['T0PROD'] }],
  ['drill.production', { drill: { production: { teams: ['T0PROD'] } } }],
  ['manifests', { manifests: { 'm.yaml': { workspaces: ['T0PROD'], environment: 'production' } } }],
  ['drill.production', { drill: { team_id: 'T0OTHER', app_id: 'A0PROD', production: { apps: ['A0PROD'] } } }],
])('does nothing in the name of what %s lists, and goes on in another one', async (where, config: object) => {
  const at = await receiver(true);
  const drill = { team_id: 'T0PROD', count: { command: 'sed -n "s/^$DRILL_MARKER //p" made.txt' }, quiet: '10ms' };
  const given = (more: object) => ({
    ...config,
    drill: { ...drill, ...('drill' in config ? (config.drill as object) : {}), ...more },
  });
  const run = async (more: object) => {
    writeFileSync(join(at.cwd, 'dedupe.config.json'), JSON.stringify(given(more)));
    const env = { PATH: process.env.PATH, DEDUPE_DRILL_SECRET: 'only-for-tests' };
    return runMain(['drill', `http://127.0.0.1:${at.port}/`, '--scenario', 'same-event-twice'], { cwd: at.cwd, env });
  };
  const { code, stderr } = await run({});
  expect(stderr).toContain('DEDUPE_DRILL_REFUSED');
  expect([code, stderr]).toEqual([2, expect.stringContaining(`is listed under ${where}`)]);
  expect(readFileSync(join(at.cwd, 'made.txt'), 'utf8')).toBe('');
  expect(await run({ team_id: 'T0DRILLTEAM', app_id: 'A0DRILLAPP' })).toMatchObject({ code: 0 });
});

it('a manifest of a test environment is no production', async () => {
  const at = await receiver(true);
  const drill = { team_id: 'T0TEST', count: { command: 'sed -n "s/^$DRILL_MARKER //p" made.txt' }, quiet: '10ms' };
  const manifests = { 'm.yaml': { workspaces: ['T0TEST'], environment: 'test' } };
  writeFileSync(join(at.cwd, 'dedupe.config.json'), JSON.stringify({ drill, manifests }));
  const env = { PATH: process.env.PATH, DEDUPE_DRILL_SECRET: 'only-for-tests' };
  const words = ['drill', `http://127.0.0.1:${at.port}/`, '--scenario', 'same-event-twice'];
  expect(await runMain(words, { cwd: at.cwd, env })).toMatchObject({ code: 0 });
});

it('publishes a schema that the list fits', async () => {
  const { stdout } = await runMain(['drill', '--list', '--format', 'json']);
  expect(problems('drill-list.json', JSON.parse(stdout))).toBe('');
});

it('ends with 3 when nothing can be counted', async () => {
  const at = await receiver(true);
  const { code, stdout } = await drilled(at, ['same-event-twice'], '--count-command', 'exit 1');
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^INCOMPLETE/)]);
});
