// A scan of the dedupe schema: found in the database by index, then read event by event like the rows of a trace.
import type { Evidence, Gap } from '../model/source.ts';
import type { Sweep, SweepQuery, Tell } from '../model/sweep.ts';
import type { Database } from '../postgres/database.ts';
import { readEventRows } from '../store/event-rows.ts';
import type { EventRowsQuery } from '../store/event-rows-query.ts';
import { readFigures } from '../store/figures.ts';
import { readLives } from '../store/instances.ts';
import { sweepEvents } from '../store/sweep.ts';
import { coverageOf, gapsOf, questionOf } from './database.ts';
import { factsOfRows } from './database-facts.ts';
import { evidenceEntry } from './index.ts';
import { withSubject } from './subject.ts';

const { id, wouldSettle } = evidenceEntry('database');

/** Rows of each kind in one answer: some hundred stories have a few of each. */
const mostRows = 20_000;

export async function sweepDatabase(
  database: Database,
  query: SweepQuery,
  signal: AbortSignal,
  tell: Tell,
): Promise<Sweep> {
  const swept = await sweepEvents(database, query, tell);
  const lives = await readLives(database);
  const figures = query.figures ? await readFigures(database, id, query) : [];
  const { eventIds, reached, events, effects, from, now } = swept;
  const kept = eventIds.slice(0, query.limit);
  return {
    count: kept.length,
    left: eventIds.length - kept.length,
    eventIds: kept,
    events,
    silent: undefined,
    showsEffects: effects,
    // A live database reaches to the moment of its answer.
    ...{ from, to: now, lives, figures },
    lifecycle: [],
    latency: undefined,
    gaps: reached.map((sign): Gap => {
      const reason = `more than ${query.limit} events show the sign ${sign}; these are some of them: raise --limit`;
      return { source: id, reason, wouldSettle, kind: 'partial' };
    }),
    isPartial: signal.aborted,
    look: (numbers) => read(database, { eventIds: numbers.flatMap((number) => kept[number] ?? []) }),
    async join(identifiers) {
      const question = questionOf(identifiers, { since: undefined, until: undefined });
      return question ? read(database, question) : { observations: [], gaps: [], coverage: [] };
    },
  };
}

async function read(database: Database, question: EventRowsQuery): Promise<Evidence> {
  const rows = await readEventRows(database, { ...question, limit: mostRows });
  return { observations: factsOfRows(rows).map(withSubject), gaps: gapsOf(rows), coverage: [coverageOf(rows)] };
}
