// The timeline as rows: one for each fact, and one for each answer at the moment at which it was given.
import { type Instant, parseInstant } from '../../model/instant.ts';
import type { TraceDocument } from '../../model/trace-document.ts';
import { placeOf, reader, say } from './say.ts';
import { type Times, unknown } from './times.ts';

type Fact = TraceDocument['facts'][number];

export interface Row {
  /** Empty for an answer: only facts have numbers. */
  readonly n: string;
  readonly fact: number;
  readonly time: string;
  readonly kind: string;
  readonly says: string;
  readonly where: string;
  readonly from: string;
  /** What must be known about it, one line each: witnesses that disagree. */
  readonly notes: readonly string[];
  /** A link to what it came out of is inferred. */
  readonly inferred: boolean;
}

interface Answer {
  readonly at: Instant;
  readonly delivery: Fact;
}

export function rowsOf(document: TraceDocument, facts: readonly Fact[], times: Times): Row[] {
  const manyEvents = (document.event?.siblings.length ?? 0) > 0;
  const answers = facts.flatMap(answerOf).sort((a, b) => a.at - b.at);
  const rows: Row[] = [];
  let next = 0;
  const answerUntil = (end: number, seen: number) => {
    for (; next < answers.length; next++) {
      const answer = answers[next] as Answer;
      // A clock that runs ahead must not put an answer above its own delivery.
      if (answer.at >= end || answer.delivery.n > seen) return;
      rows.push(answerRow(answer, times));
    }
  };
  let seen = 0;
  for (const fact of facts) {
    const at = fact.at === null ? undefined : parseInstant(fact.at);
    if (at !== undefined) answerUntil(at, seen);
    rows.push(factRow(fact, times(at), manyEvents));
    seen = fact.n;
  }
  answerUntil(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return rows;
}

function factRow(fact: Fact, time: string, manyEvents: boolean): Row {
  const read = reader(fact.fields);
  const inferred = fact.parent?.certainty === 'inferred';
  const event = manyEvents && fact.kind === 'delivery' ? ` ${read('event_id') ?? unknown}` : '';
  return {
    n: String(fact.n),
    fact: fact.n,
    time,
    kind: fact.kind,
    says: `${say[fact.kind](read)}${event}${inferred ? ` ~#${fact.parent?.n}` : ''}`,
    where: placeOf(fact.kind, read),
    from: `${fact.source} ${fact.where}${fact.witnesses.length > 1 ? ` +${fact.witnesses.length - 1}` : ''}`,
    notes: fact.contradictions.map(
      ({ field, values }) =>
        `! ${field}: ${values.map(({ value, source, where }) => `${textOf(value)} (${source} ${where})`).join(' or ')}`,
    ),
    inferred,
  };
}

function answerOf(fact: Fact): Answer[] {
  const at = fact.kind === 'delivery' ? parseInstant(fact.fields.answered_at) : undefined;
  return at === undefined ? [] : [{ at, delivery: fact }];
}

function answerRow({ at, delivery }: Answer, times: Times): Row {
  const read = reader(delivery.fields);
  const witness = delivery.witnesses[delivery.origin?.answered_at ?? -1];
  return {
    n: '',
    fact: delivery.n,
    time: times(at),
    kind: 'answered',
    says: `${read('status') ?? unknown} to #${delivery.n}`,
    where: placeOf('delivery', read),
    from: witness ? `${witness.source} ${witness.where}` : `as #${delivery.n}`,
    notes: [],
    inferred: false,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? unknown);
}
