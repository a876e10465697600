// Keeps the newest result of every scenario in one file, each with its date: how old a proof is matters as much as the proof.
import { readFile } from 'node:fs/promises';
import { DedupeError } from './errors.ts';
import { clean } from './model/clean.ts';
import { type DrillDocument, type DrillRecord, drillRecord } from './model/drill-document.ts';
import { writtenBy } from './version.ts';
import { writeWhole } from './write-whole.ts';

/** Results of scenarios that did not run stay what they were. Throws for a file that something else has written. */
export async function keepResults(path: string, shown: string, document: DrillDocument): Promise<void> {
  const before = await readResults(path, shown);
  const { receivers, counted_by } = document;
  const fresh = document.results
    .filter(({ verdict }) => verdict !== 'not-run')
    .map(({ title: _, must_hold: __, ...result }) => ({ ...result, receivers, counted_by, dedupe_version: writtenBy }));
  const names = new Set(fresh.map(({ scenario }) => scenario));
  const results = [...(before?.results ?? []).filter(({ scenario }) => !names.has(scenario)), ...fresh];
  const record: DrillRecord = clean({
    version: 1 as const,
    results: results.sort((a, b) => (a.scenario < b.scenario ? -1 : 1)),
  });
  await writeWhole(path, shown, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Undefined: there is none yet. */
export async function readResults(path: string, shown: string): Promise<DrillRecord | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new DedupeError('DEDUPE_FILE_UNREADABLE', `${shown} cannot be read`, { cause });
  }
  const read = drillRecord.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new DedupeError('DEDUPE_INPUT_INVALID', `${shown} holds no results of drills`, {
    hint: 'Name another file in drill_results, or remove this one.',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
