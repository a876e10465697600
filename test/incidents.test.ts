// Every recorded incident, from its log, from its rows and from both: the cause that was made on purpose, never another.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { databaseSource } from '../src/evidence/database.ts';
import { logSource } from '../src/evidence/log.ts';
import type { Source } from '../src/model/source.ts';
import type { TraceDocument } from '../src/model/trace-document.ts';
import { resolveReference } from '../src/reference.ts';
import { type Incident, incidents } from '../src/scan/incidents.ts';
import { findLogFiles } from '../src/scan/log-files.ts';
import { loadRows } from '../src/store/load-rows.ts';
import { migrate } from '../src/store/migrate.ts';
import { trace } from '../src/trace.ts';
import { freshDatabase, opened } from './postgres-database.ts';

interface Truth {
  readonly cause: string | null;
  readonly verdict: string;
  readonly records: readonly string[];
}

const signal = new AbortController().signal;

describe.each(incidents())('$id', (incident) => {
  const truth: Truth = JSON.parse(readFileSync(join(dirname(incident.log), 'truth.json'), 'utf8'));

  it('is right from its log', async () => {
    expect(answer(await traced(incident, [logOf(incident)]))).toEqual(expected(truth));
  });

  it('is right from its rows', async (context) => {
    expect(answer(await traced(incident, [await rowsOf(incident, context)]))).toEqual(expected(truth));
  });

  it('is right from both, and one thing seen twice is one thing', async (context) => {
    const document = await traced(incident, [logOf(incident), await rowsOf(incident, context)]);
    expect(answer(document)).toEqual(expected(truth));
    expect(document.records.map(({ id }) => id).sort()).toEqual([...truth.records].sort());
  });
});

function expected({ cause, verdict }: Truth) {
  return { verdict, cause };
}

function answer({ verdict, findings }: TraceDocument) {
  return { verdict, cause: findings[0]?.rule ?? null };
}

async function traced({ trace: [ref = ''] }: Incident, sources: readonly Source[]): Promise<TraceDocument> {
  const request = {
    ref,
    asked: resolveReference(ref),
    sources,
    absent: [],
    since: undefined,
    until: undefined,
    signal,
  };
  return (await trace(request)).document;
}

function logOf({ log }: Incident): Source {
  return logSource(findLogFiles([log], dirname(log)));
}

async function rowsOf(incident: Incident, context: TestContext): Promise<Source> {
  const database = await opened(await freshDatabase(context));
  await migrate(database);
  await loadRows(database, incident.rows());
  return databaseSource(database);
}
