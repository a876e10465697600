// Every recorded incident, from its log, from its rows and from both: the cause that was made on purpose, never another.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { causes } from '../src/causes/index.ts';
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

/**
 * How sure each trace must be: from the log, from the rows, from both. `open` where that source alone cannot see what was
 * created; a wrong answer is never allowed.
 */
const table: Readonly<Record<string, readonly [log: string, rows: string, both: string]>> = {
  'clean-event': ['single', 'single', 'single'],
  'later-step-fails': ['shown', 'open', 'shown'],
  'mention-and-message': ['shown', 'shown', 'shown'],
  'retry-suppressed': ['single', 'single', 'single'],
  'slow-work-before-answer': ['shown', 'consistent', 'shown'],
  'twins-pass-the-guard': ['shown', 'shown', 'shown'],
  'worker-killed-after-create': ['shown', 'open', 'shown'],
};

const signal = new AbortController().signal;

/** A recording waits here until its cause has a rule; from then on it needs a row. */
const nameable = incidents().filter((incident) => {
  const { cause } = truthOf(incident);
  return cause === null || causes.some(({ id }) => id === cause);
});

it('has a row for every recording whose cause has a rule', () => {
  expect(nameable.map(({ id }) => id)).toEqual(Object.keys(table));
});

describe.each(nameable)('$id', (incident) => {
  const truth = truthOf(incident);
  const [fromLog = '', fromRows = '', fromBoth = ''] = table[incident.id] ?? [];

  it('is right from its log', async () => {
    expect(answer(await traced(incident, [logOf(incident)]))).toEqual(expected(truth, fromLog));
  });

  it('is right from its rows', async (context) => {
    expect(answer(await traced(incident, [await rowsOf(incident, context)]))).toEqual(expected(truth, fromRows));
  });

  it('is right from both, and one thing seen twice is one thing', async (context) => {
    const document = await traced(incident, [logOf(incident), await rowsOf(incident, context)]);
    expect(answer(document)).toEqual(expected(truth, fromBoth));
    expect(document.records.map(({ id }) => id).sort()).toEqual([...truth.records].sort());
  });
});

function truthOf(incident: Incident): Truth {
  return JSON.parse(readFileSync(join(dirname(incident.log), 'truth.json'), 'utf8'));
}

function expected({ cause, verdict }: Truth, sure: string) {
  return sure === 'open' ? { verdict: 'inconclusive', cause: null, sure } : { verdict, cause, sure };
}

function answer({ verdict, findings: [primary] }: TraceDocument) {
  return {
    verdict,
    cause: primary?.rule ?? null,
    sure: primary?.certainty ?? (verdict === 'inconclusive' ? 'open' : verdict),
  };
}

async function traced({ trace: [ref = ''] }: Incident, sources: readonly Source[]): Promise<TraceDocument> {
  const request = {
    refs: [resolveReference(ref)],
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
  return databaseSource(async () => database, database.describe());
}
