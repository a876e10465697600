// Is the library entry what another package can import, with types that its compiler reads?
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const program = `
import { createServer } from 'node:http';
import { createCounters, createIngress, createSessions, httpListener, type Plan, serve, slackFilter, type Target, work } from 'event-dedupe/pipeline';
import { type DurableOptions, durable, effect, PermanentError } from 'event-dedupe/bolt';
import { PermanentError as Same } from 'event-dedupe/pipeline';
const receiver = { init() {}, start: async () => 'started', stop: async () => {}, endpoints: ['/slack/events'] };
const options: DurableOptions = { database: 'postgres://nowhere/x', onlyEffects: true };
export const wrapped = durable(receiver, options);
export const path: string | undefined = wrapped.endpoints[0];
export const made = () => effect('ticket', async ({ idempotencyKey }) => ({ id: idempotencyKey })).then(({ id }) => id);
export const isOneClass = PermanentError === Same;
export const plan: Plan = (event) => [{ target: 'tasks', title: event.eventId }];
export const filter = slackFilter({ apps: ['A0DEMO1'], edits: 'accept' });
export const names = [createCounters, createIngress, createServer, createSessions, httpListener, serve, work].map((one) => one.name);
export type Mine = Target;
`;

test('it is imported by name, and a strict compiler accepts its types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-library-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/event-dedupe'));
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', skipLibCheck: false, outDir: 'made' };
  const settings = { ...compilerOptions, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, include: ['program.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
  const script = `import('./made/program.js').then((made) => console.log(JSON.stringify([made.filter.version, made.names.length, made.isOneClass, made.path])))`;
  const said = execFileSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual([expect.stringMatching(/^slack-1-[0-9a-f]{10}$/), 7, true, '/slack/events']);
});
