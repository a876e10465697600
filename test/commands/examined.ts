// Runs the doctor in a folder of its own and takes its document apart.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DoctorDocument } from '../../src/model/doctor-document.ts';
import { incidents } from '../../src/scan/incidents.ts';
import { runMain } from '../run-main.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const log = join(root, 'fixtures/incidents/slow-work-before-answer/app.log');
export const incident = incidents().find(({ id }) => id === 'slow-work-before-answer');

export function folder(files: Readonly<Record<string, string>> = {}): string {
  const cwd = mkdtempSync(join(tmpdir(), 'dedupe-doctor-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

export async function examined(argv: readonly string[], options: Parameters<typeof runMain>[1] = {}) {
  const ran = await runMain(['doctor', ...argv, '--format', 'json'], { cwd: folder(), ...options });
  const document = JSON.parse(ran.stdout || ran.stderr) as DoctorDocument;
  const step = (id: string) => document.steps.find((one) => one.id === id);
  const source = (id: string) => document.sources.filter((one) => one.source === id);
  const told = (id: string) =>
    (step(id)?.aspects ?? []).flatMap(({ evidence }) => evidence.map(({ sentence }) => sentence));
  return { ...ran, document, step, source, told };
}
