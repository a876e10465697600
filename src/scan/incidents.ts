// The recorded incidents that ship with the program: logs and rows of real runs, for the demo and for the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const about = z.object({
  id: z.string(),
  title: z.string(),
  /** What happened, in one sentence. */
  sentence: z.string(),
  /** The references to trace, the first one first. */
  trace: z.array(z.string()),
  recorded_at: z.string(),
});

export interface Incident extends z.output<typeof about> {
  /** Paths of what the application, and the target where it keeps one, logged. */
  readonly logs: readonly string[];
  /** Rows of the dedupe schema by table, as JSON. */
  rows(): Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** Right from `src/scan` and from the build's `dist/commands`: both lie two folders below the package. */
const folder = join(import.meta.dirname, '../../fixtures/incidents/');

/** In the order of their ids. */
export function incidents(): Incident[] {
  return readdirSync(folder).sort().map(read);
}

function read(id: string): Incident {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, id, name), 'utf8'));
  return {
    ...about.parse(json('about.json')),
    logs: readdirSync(join(folder, id))
      .filter((name) => name.endsWith('.log'))
      .map((name) => join(folder, id, name)),
    rows: () => z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).parse(json('rows.json')),
  };
}
