// Evidence from the dedupe schema: everything that it knows about the events, in one statement per round.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import { isHandling } from '../model/operation.ts';
import type { Coverage, Gap, Query, Source } from '../model/source.ts';
import { type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import type { Database } from '../postgres/database.ts';
import { type EventRows, readEventRows } from '../store/event-rows.ts';
import type { EventRowsQuery } from '../store/event-rows-query.ts';
import { laterEvents, laterRepeats } from '../store/later-events.ts';
import { factsOfRows, localTarget } from './database-facts.ts';
import { evidenceEntry } from './index.ts';
import { nameOf } from './names-followed.ts';
import { withSubject } from './subject.ts';

const { id, wouldSettle } = evidenceEntry('database');

/** Kinds that the schema records whenever they happen to the system that writes it. */
const registered: readonly FactKind[] = ['delivery', 'attempt'];
/** Effects are seen only where this system keeps them: an app whose tasks live elsewhere leaves these tables empty. */
const effects: readonly FactKind[] = ['operation', 'record'];

/** Enough to see a cause that goes on, few enough for one more round trip. */
const laterArrivals = 200;
/** Of each kind: some of them may be busy. */
const laterRows = 20_000;

/** `open` is called by the first question and gives the same database each time; `place` names it without secrets. */
export function databaseSource(
  open: () => Promise<Database>,
  place: string,
  close: () => Promise<void> = async () => {},
): Source {
  const known = new Set<string>();
  return {
    id,
    wouldSettle,
    describe: () => place,
    close,
    async later(after, _signal, alone = false) {
      const database = await open();
      if (alone) {
        const { several, ...rest } = await laterRepeats(database, after, laterArrivals);
        return { observations: await wholeEvents(database, several), ...rest };
      }
      const { eventIds, since } = await laterEvents(database, after, laterArrivals);
      return { observations: await wholeEvents(database, eventIds), others: 0, since };
    },
    async sweep(query, signal, tell) {
      const { sweepDatabase } = await import('./database-sweep.ts');
      return sweepDatabase(await open(), query, signal, tell);
    },
    async collect(query) {
      const wanted = query.identifiers.filter((one) => !known.has(nameOf(one)) && known.add(nameOf(one)));
      const question = questionOf(wanted, query);
      if (question === undefined) return { observations: [], gaps: [], coverage: [] };
      const rows = await readEventRows(await open(), question);
      const observations = factsOfRows(rows).map(withSubject);
      // The statement has already followed these names through every table: asking again would bring the same rows.
      for (const one of observations.flatMap(identifiersOf)) known.add(nameOf(one));
      // Nobody sends events about the rows of the local table.
      for (const { fields } of observations)
        if ('record_id' in fields && fields.target === localTarget)
          known.add(`subject\n${localTarget}:${fields.record_id}`);
      return { observations, gaps: gapsOf(rows), coverage: [coverageOf(rows)] };
    },
  };
}

async function wholeEvents(database: Database, eventIds: readonly string[]): Promise<Observation[]> {
  if (eventIds.length === 0) return [];
  const rows = await readEventRows(database, { eventIds, limit: laterRows });
  if (rows.reached.length > 0) throw new Error('the later events have more rows than are read');
  return factsOfRows(rows).map(withSubject);
}

/** Undefined: nothing in it is a name that the schema knows. */
export function questionOf(
  identifiers: readonly Identifier[],
  { since, until }: Pick<Query, 'since' | 'until'>,
): EventRowsQuery | undefined {
  const values = (type: Identifier['type']) => identifiers.filter((one) => one.type === type).map(({ value }) => value);
  const pairs = (type: Identifier['type']) => values(type).map(split);
  const question = {
    eventIds: values('event_id'),
    subjects: values('subject'),
    sourceEventKeys: values('source_event_key'),
    deliveryIds: values('delivery_id'),
    jobs: pairs('job').map(([queue, jobId]) => ({ queue, jobId })),
    records: [
      ...pairs('record').map(([target, record]) => ({ target, id: record })),
      ...values('record_id').map((record) => ({ id: record })),
    ],
  };
  if (Object.values(question).every((names) => names.length === 0)) return undefined;
  return { ...question, since, until };
}

function split(value: string): [string, string] {
  const at = value.lastIndexOf('/');
  return [value.slice(0, at), value.slice(at + 1)];
}

export function gapsOf({ reached }: EventRows): Gap[] {
  return reached.map((kind) => ({
    source: id,
    reason: `there are more ${kind} than were read; these are the earliest`,
    wouldSettle: `what the later ${kind} say`,
    kind: 'partial',
  }));
}

/**
 * A live database reaches to the moment of the answer; how far back it reaches depends on retention. What an application did
 * with an event that it handled stands elsewhere; of one that was given up nothing was made.
 */
export function coverageOf({ horizon, now, events, tasks, operations }: EventRows): Coverage {
  const isKeptHere =
    tasks.length > 0 ||
    operations.some((operation) => operation.state === 'dead' || !isHandling(operation)) ||
    events.some(({ status }) => status === 'permanent_error');
  const sees = isKeptHere ? [...registered, ...effects] : registered;
  return { source: id, sees, from: horizon.from, to: now };
}
