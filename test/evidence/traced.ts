// One trace from one log, as the command does it, for tests of what logs say.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { sweepLogs } from '../../src/evidence/log-sweep.ts';
import type { Observation } from '../../src/model/fact.ts';
import { type FieldMap, noFieldMap } from '../../src/model/field-map.ts';
import { resolveReference } from '../../src/reference.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { type Traced, trace } from '../../src/trace.ts';

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function logOf(lines: readonly (object | string)[]): string {
  const file = join(tempFolder(), 'app.log');
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
}

export function mapOf(paths: Readonly<Record<string, string>>): FieldMap {
  return {
    ...noFieldMap,
    paths: Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path.split('.')])),
  };
}

export async function tracedLog(ref: string, file: string, map: FieldMap = noFieldMap): Promise<Traced> {
  const source = logSource(await findLogFiles([file], dirname(file)), () => {}, map);
  try {
    const { signal } = new AbortController();
    const refs = [resolveReference(ref)];
    return await trace({ refs, sources: [source], absent: [], since: undefined, until: undefined, signal });
  } finally {
    await source.close();
  }
}

/** What a scan reads of the stories that show a sign. */
export async function sweptLog(file: string, map: FieldMap = noFieldMap): Promise<readonly Observation[]> {
  const query = {
    since: undefined,
    until: undefined,
    eventIds: [],
    limit: 10,
    effectsElsewhere: false,
    figures: false,
  };
  const { signal } = new AbortController();
  const files = await findLogFiles([file], dirname(file));
  const { sweep, close } = await sweepLogs(files, map, query, signal, () => {});
  const numbers = Array.from({ length: sweep.count }, (_, i) => i);
  const { observations } = await sweep.look(numbers, signal).finally(close);
  return observations;
}
