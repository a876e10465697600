// What lint is given and cannot judge: a manifest of another kind is passed over, anything else stops it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runMain } from '../run-main.ts';

async function linted(content: object) {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'manifest.json'), JSON.stringify(content));
  return await runMain(['lint', 'manifest.json'], { cwd });
}

it.each([
  { name: 'my site', short_name: 's', icons: [], start_url: '/', display: 'standalone' },
  { manifest_version: 3, name: 'my extension', version: '1.0', permissions: [] },
  { apiVersion: 'scaffolder.example/v1', kind: 'Template', metadata: {}, spec: {} },
])('passes over %j, and says so', async (content) => {
  const { code, stdout } = await linted(content);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'the manifest of a web app, a browser extension or Kubernetes, and not of Slack',
  );
  expect(code).toBe(0);
});

it.each([
  { name: 'something', version: '1.0' },
  { settings: { event_subscription: {} } },
  { icons: [] },
  { kind: 'Template' },
])('stops at %j, which may be meant for Slack', async (content) => {
  expect((await linted(content)).code).toBe(3);
});

it('takes a Slack manifest for one, whatever else it holds', async () => {
  const { code, stdout } = await linted({ name: 'a', icons: [], display_information: { name: 'a' } });
  expect(stdout).not.toContain('web app');
  expect(code).toBe(0);
});
