// What a scrape of a process is given: what the process has seen, and how things stand in the database.
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue, type MetricName } from '../../model/metrics/catalogue.ts';
import type { Sample } from '../../model/metrics/sample.ts';

import { readState } from '../../store/metrics/read-state.ts';
import { readTotals } from '../../store/metrics/read-totals.ts';
import type { Inside, Sessions } from '../../store/sessions.ts';
import type { Counters } from '../counters.ts';
import { exposition } from './exposition.ts';

/** Two servers that scrape, or somebody who reloads a page, ask the database once. */
const freshMs = 5_000;
/** Less than any scrape waits for. */
const patienceMs = 3_000;

/** `more`: how things stand around this process, at the moment of the scrape. */
export function metricsPage(
  sessions: Sessions,
  counters: Counters,
  now: () => number,
  more: () => readonly Sample[] = () => [],
): () => Promise<string> {
  let asked: { readonly at: number; readonly answer: Promise<readonly Sample[] | undefined> } | undefined;
  return async () => {
    if (asked === undefined || now() - asked.at > freshMs)
      asked = { at: now(), answer: sessions.use(ofDatabase).catch(() => undefined) };
    const stored = await Promise.race([asked.answer, sleep(patienceMs, undefined, { ref: false })]);
    const up: Sample = {
      name: 'dedupe_database_up' satisfies MetricName,
      labels: {},
      value: stored === undefined ? 0 : 1,
    };
    return exposition([...counters.read(), ...(stored ?? []), ...more(), up]);
  };
}

async function ofDatabase(database: Inside): Promise<Sample[]> {
  const kept = Object.entries(catalogue).filter(([, { type, from }]) => type === 'histogram' && from === 'database');
  const totals: Sample[] = [];
  for (const [name] of kept) totals.push(...(await readTotals(database, name)));
  return [...totals, ...(await readState(database))];
}

/** Of all processes together, as a command asks for it. Names that this version does not know are not shown. */
export async function storedMetrics(database: Inside): Promise<string> {
  return exposition([...(await readTotals(database)), ...(await readState(database))]);
}
