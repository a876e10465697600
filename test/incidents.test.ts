// Every recorded incident, from its log, from its rows and from both: the cause that was made on purpose, never another.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
import { trace } from '../src/trace.ts';
import { migratedDatabase, opened } from './postgres-database.ts';

interface Truth {
  readonly cause: string | null;
  readonly verdict: string;
  readonly records: readonly string[];
}

/**
 * How sure each trace must be: from the log of the app, from the rows, from all that was kept. `open` where a source alone
 * cannot see what was created; `cause open` where it sees two and not why; a wrong answer is never allowed.
 */
const table: Readonly<Record<string, readonly [log: string, rows: string, all: string]>> = {
  'bullmq-stalled-rerun': ['shown', 'consistent', 'shown'],
  'clean-event': ['single', 'single', 'single'],
  'cold-start-late-answer': ['shown', 'consistent', 'shown'],
  'enqueued-twice': ['shown', 'cause open', 'shown'],
  'error-after-insert': ['shown', 'shown', 'shown'],
  'error-before-insert': ['open', 'open', 'open'],
  'later-step-fails': ['shown', 'open', 'shown'],
  'lease-shorter-than-work': ['shown', 'open', 'shown'],
  'listener-registered-twice': ['shown', 'cause open', 'shown'],
  'mention-and-message': ['shown', 'shown', 'shown'],
  'person-clicks-twice': ['shown', 'consistent', 'shown'],
  'retries-dropped': ['open', 'open', 'open'],
  'retry-headers-stripped': ['consistent', 'consistent', 'consistent'],
  'retry-suppressed': ['single', 'single', 'single'],
  'same-event-again': ['cause open', 'cause open', 'cause open'],
  'search-index-behind': ['consistent', 'open', 'consistent'],
  'slow-work-before-answer': ['shown', 'consistent', 'shown'],
  'tracker-fails-after-create': ['open', 'open', 'shown'],
  'tracker-times-out-after-create': ['open', 'open', 'shown'],
  'twins-pass-the-guard': ['shown', 'shown', 'shown'],
  'two-consumers-check-then-act': ['shown', 'cause open', 'shown'],
  'two-consumers-no-guard': ['shown', 'cause open', 'shown'],
  'two-consumers-own-memory': ['shown', 'cause open', 'shown'],
  'unfurl-edit': ['shown', 'shown', 'shown'],
  'worker-killed-after-create': ['consistent', 'open', 'consistent'],
};

const signal = new AbortController().signal;

/** A recording waits here until its cause has a rule; from then on it needs a row. */
const nameable = incidents().filter((incident) => {
  const { cause, verdict } = truthOf(incident);
  return cause === null || verdict === 'lost' || causes.some(({ id }) => id === cause);
});

it('has a row for every recording whose cause has a rule', () => {
  expect(nameable.map(({ id }) => id)).toEqual(Object.keys(table));
});

describe.each(nameable)('$id', (incident) => {
  const truth = truthOf(incident);
  const [fromLog = '', fromRows = '', fromAll = ''] = table[incident.id] ?? [];

  it('is right from its log', async () => {
    expect(answer(await traced(incident, [await logOf(incident)]))).toEqual(expected(truth, fromLog));
  });

  it('is right from its rows and from all that was kept, and one thing seen twice is one thing', async (context) => {
    const rows = await rowsOf(incident, context);
    expect(answer(await traced(incident, [rows()]))).toEqual(expected(truth, fromRows));
    const document = await traced(incident, [await everyLogOf(incident), rows()]);
    expect(answer(document)).toEqual(expected(truth, fromAll));
    expect(document.records.map(({ id }) => id).sort()).toEqual([...truth.records].sort());
  });
});

function truthOf(incident: Incident): Truth {
  return JSON.parse(readFileSync(join(dirname(incident.logs[0] ?? ''), 'truth.json'), 'utf8'));
}

function expected({ cause, verdict }: Truth, sure: string) {
  if (sure === 'open') return { verdict: 'inconclusive', cause: null, sure };
  const isStated = sure === 'shown' || sure === 'consistent';
  return { verdict, cause: isStated ? cause : null, sure };
}

/** A finding that is open states no cause. */
function answer({ verdict, findings: [primary] }: TraceDocument) {
  const sure = { inconclusive: 'open', duplicate: 'cause open' }[verdict as string] ?? verdict;
  if (primary === undefined || primary.certainty === 'open') return { verdict, cause: null, sure };
  return { verdict, cause: primary.rule, sure: primary.certainty };
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

async function logOf({ logs }: Incident): Promise<Source> {
  const own = logs.filter((log) => basename(log) === 'app.log');
  return logSource(await findLogFiles(own, '/'));
}

/** The target keeps a log of its own, which the app never sees. */
async function everyLogOf({ logs }: Incident): Promise<Source> {
  return logSource(await findLogFiles(logs, '/'));
}

async function rowsOf(incident: Incident, context: TestContext): Promise<() => Source> {
  const database = await opened(await migratedDatabase(context));
  await loadRows(database, incident.rows());
  return () => databaseSource(async () => database, database.describe());
}
