// Every recording at once: each incident is found with the cause that was made on purpose, and nothing else is.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { databaseSource } from '../../src/evidence/database.ts';
import { logSource } from '../../src/evidence/log.ts';
import type { ScanDocument } from '../../src/model/scan-document.ts';
import type { Source } from '../../src/model/source.ts';
import { type Incident, incidents } from '../../src/scan/incidents.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { loadRows } from '../../src/store/load-rows.ts';
import { migratedDatabase, opened } from '../postgres-database.ts';
import { scanned } from './scanned.ts';

interface Truth {
  readonly cause: string | null;
  readonly verdict: string;
  readonly records: readonly string[];
  readonly event_ids: readonly string[];
}

const all = incidents();

function truthOf({ logs }: Incident): Truth {
  return JSON.parse(readFileSync(join(dirname(logs[0] ?? ''), 'truth.json'), 'utf8'));
}

/** Recordings of apps whose logs tell of no guard: one that was asked and failed would look the same, so the cause stays open. */
const unguarded: ReadonlySet<string> = new Set(['same-event-again']);

/** Found in a document: which event belongs to which group. */
function causesIn({ groups }: ScanDocument): Map<string, string> {
  return new Map(groups.flatMap(({ id, examples }) => examples.map(({ ref }) => [ref, id] as const)));
}

describe('all logs together', () => {
  const logs = async (): Promise<Source> =>
    logSource(
      await findLogFiles(
        all.flatMap((one) => one.logs),
        '/',
      ),
    );

  it('give every incident its cause, and leave alone what is clean', async () => {
    const { document } = await scanned([await logs()], { damage: true });
    const found = causesIn(document);
    for (const incident of all) {
      const { cause, verdict, event_ids } = truthOf(incident);
      const said = event_ids.flatMap((id) => found.get(id) ?? []);
      // A loss cannot be told from a log that ends before the sender has given up.
      const expected = verdict === 'duplicate' || verdict === 'not-a-duplicate' ? [cause] : [];
      expect({ [incident.id]: said }).toEqual({ [incident.id]: expected });
    }
  });

  it('name every surplus record with its event, and one to keep for each effect', async () => {
    const { document } = await scanned([await logs()], { damage: true });
    for (const incident of all.filter((one) => truthOf(one).verdict === 'duplicate')) {
      const { records, event_ids } = truthOf(incident);
      const own = (document.damage ?? []).filter(({ ref }) => event_ids.includes(ref));
      expect(own.map(({ record }) => record).sort()).toEqual([...records].sort());
      expect(own.filter((one) => one.do === 'keep')).toHaveLength(1);
      expect(own.every(({ event_id }) => event_ids.includes(event_id ?? ''))).toBe(true);
    }
  });
});

describe.each(all)('$id', (incident) => {
  it('is found once in its logs and rows together', async (context) => {
    const { cause, verdict, event_ids } = truthOf(incident);
    const log = logSource(await findLogFiles(incident.logs, '/'));
    const { document } = await scanned([log, await rowsOf(incident, context)]);
    const named = document.groups.filter(({ kind }) => kind === 'cause' || kind === 'not-a-duplicate');
    const isFound = verdict === 'duplicate' || verdict === 'not-a-duplicate';
    expect(named.map(({ id, count }) => [id, count])).toEqual(isFound ? [[cause, 1]] : []);
    if (unguarded.has(incident.id)) expect(named[0]?.certainty).toEqual({ shown: 0, consistent: 0, open: 1 });
    for (const { ref } of named.flatMap(({ examples }) => examples)) expect(event_ids).toContain(ref);
  });
});

it('has a file name for each log', () => {
  expect(all.flatMap(({ logs }) => logs.map((log) => basename(log)))).toContain('tracker.log');
});

async function rowsOf(incident: Incident, context: TestContext): Promise<Source> {
  const database = await opened(await migratedDatabase(context));
  await loadRows(database, incident.rows());
  return databaseSource(async () => database, database.describe());
}
