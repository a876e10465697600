// What drills have shown, from the file in which they keep their results.
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { readResults } from '../drill-results.ts';
import { DedupeError } from '../errors.ts';
import type { DrillSight } from '../model/checkup.ts';
import { counted } from '../model/witness.ts';
import { type Looked, lookFailed, notConfigured, opened } from './looked.ts';

export async function lookAtDrills({ config, io }: Context, staleAfterMs: number): Promise<Looked<DrillSight>> {
  const { value: file } = config.drill_results;
  try {
    const record = await readResults(resolve(io.cwd, file), file);
    if (record === undefined) return notConfigured('drill', `dedupe drill ADDRESS, which keeps its results in ${file}`);
    const { results } = record;
    return {
      sight: { state: 'seen', value: { file, results, staleAfterMs } },
      rows: [opened('drill', { place: file, evidence: datesOf(results), visible: results.length > 0 })],
      clocks: [],
    };
  } catch (error) {
    if (error instanceof DedupeError) return lookFailed('drill', file, error);
    throw error;
  }
}

function datesOf(results: DrillSight['results']): string {
  const days = results.map(({ started_at }) => started_at.slice(0, 10)).sort();
  const said = counted(results.length, 'scenario');
  return days.length === 0 ? said : `${said}, from ${days[0]} to ${days.at(-1)}`;
}
