// Of what a plan threw: the class, the file and the line, and nothing of the message.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { isProgrammingError, thrownAt } from '../../../src/pipeline/worker/thrown-at.ts';

async function thrownBy(code: string): Promise<{ error: unknown; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe (test) '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'plan.mjs'), code);
  const { plan } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'plan.mjs')).href);
  try {
    await plan({ body: '{"text":"secret"}' });
  } catch (error) {
    return { error, folder };
  }
  throw new Error('it threw nothing');
}

it('names the line of the user, not the package or the program that it called', async () => {
  const { error, folder } = await thrownBy('export const plan = (event) =>\n  event.boddy.length;\n');
  expect(thrownAt(error, folder)).toBe('TypeError at plan.mjs:2');
  expect(isProgrammingError(error)).toBe(true);
  const parsed = await thrownBy('export const plan = () => {\n\n  JSON.parse("secret");\n};\n');
  expect(thrownAt(parsed.error, parsed.folder)).toBe('SyntaxError at plan.mjs:3');
  const later = await thrownBy('export const plan = async () => {\n  await null;\n  throw new Error("secret");\n};\n');
  expect(thrownAt(later.error, later.folder)).toBe('Error at plan.mjs:3');
  expect(isProgrammingError(later.error)).toBe(false);
});

it('takes no frame out of a message, and no text for an error', async () => {
  const frame = 'x\\n    at secret (/secret/place.js:1:1)';
  const { error, folder } = await thrownBy(`export const plan = () => {\n  throw new RangeError("${frame}");\n};\n`);
  expect(thrownAt(error, folder)).toBe('RangeError at plan.mjs:2');
  expect(thrownAt('secret', folder)).toBe('a string instead of an error');
  expect(thrownAt(Object.assign(new Error('a'), { stack: undefined }), folder)).toBe('Error');
});
