// What does the folder of one recorded incident hold, read strictly?
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const incidents = new URL('../../fixtures/incidents/', import.meta.url);

const about = z.strictObject({
  id: z.string(),
  title: z.string(),
  sentence: z.string(),
  trace: z.array(z.string()).check(z.minLength(1)),
  recorded_at: z.iso.datetime(),
  versions: z.record(z.string(), z.string()),
});

/** Documented in the recorder, `test/record/index.js`. */
const truth = z.strictObject({
  cause: z.nullable(z.string()),
  also: z.array(z.string()),
  verdict: z.enum(['duplicate', 'single', 'not-a-duplicate', 'lost']),
  records: z.array(z.string()),
  event_ids: z.array(z.string()).check(z.minLength(1)),
  done_on_purpose: z.string(),
  primary_facts: z.record(z.string(), z.unknown()),
});

const row = z.record(z.string(), z.unknown());
const rows = z.record(z.string(), z.array(row));

export type Row = z.output<typeof row>;

export interface IncidentFiles {
  readonly id: string;
  readonly about: z.output<typeof about>;
  readonly truth: z.output<typeof truth>;
  readonly rows: z.output<typeof rows>;
  /** Every line of every log, with where it stands. */
  readonly lines: readonly { readonly where: string; readonly line: Row }[];
  /** Everything as it lies there, for searches. */
  readonly text: string;
}

export const incidentIds = readdirSync(incidents).sort();

export function readIncident(id: string): IncidentFiles {
  const folder = new URL(`${id}/`, incidents);
  const names = readdirSync(folder).sort();
  const texts = new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
  const json = (name: string): unknown => JSON.parse(texts.get(name) ?? '');
  const logs = names.filter((name) => name.endsWith('.log'));
  return {
    id,
    about: about.parse(json('about.json')),
    truth: truth.parse(json('truth.json')),
    rows: rows.parse(json('rows.json')),
    lines: logs.flatMap((name) =>
      (texts.get(name) ?? '')
        .trimEnd()
        .split('\n')
        .map((line, index) => ({ where: `${id}/${name}:${index + 1}`, line: row.parse(JSON.parse(line)) })),
    ),
    text: [...texts.values()].join('\n'),
  };
}
