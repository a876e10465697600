// Loggers with bound context write the event, the envelope and the retry on every line: which of these lines are one arrival?
import type { Observation } from '../model/fact.ts';
import { lineMark } from '../model/timeline/places.ts';
import type { LogRecord } from '../scan/log-record.ts';
import type { Held } from './log-lines.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The lines of one pass of the code over one arrival, and what they say together; the first opened it. */
interface Arrival {
  readonly opening: Held;
  readonly said: Record<string, unknown>;
  readonly lines: Held[];
}

/**
 * The observations with an id for each arrival that the log gives none. Lines of one file belong to one arrival as long as
 * nothing that they name differs; only a line like the one that opened it opens another. What was made on such a line came
 * by that arrival, where it can be no other.
 */
export function withArrivals(held: readonly Held[]): Map<Held, Observation> {
  const arrivals = arrivalsIn(held.filter(hasNoId));
  const result = new Map(held.map((one) => [one, one.observation]));
  const idAt = new Map<string, string>();
  for (const arrival of arrivals.filter(({ lines }) => lines.length > 1)) {
    const delivery_id = `${lineMark}${arrival.opening.observation.provenance.where}`;
    const isOnly = arrivals.every((other) => other === arrival || !agree(other.said, arrival.said));
    for (const line of arrival.lines) {
      result.set(line, named(line, delivery_id));
      if (isOnly) idAt.set(line.observation.provenance.where, delivery_id);
    }
  }
  for (const one of held) {
    const delivery_id = idAt.get(one.observation.provenance.where);
    const isMade = one.observation.kind === 'record' || one.observation.kind === 'guard';
    if (delivery_id !== undefined && isMade && !('delivery_id' in one.observation.fields))
      result.set(one, named(one, delivery_id));
  }
  return result;
}

function arrivalsIn(lines: readonly Held[]): Arrival[] {
  const arrivals: Arrival[] = [];
  for (const one of lines.toSorted((a, b) => timeOf(a) - timeOf(b) || a.offset - b.offset)) {
    const said = saidBy(one);
    const known = arrivals.findLast((arrival) => agree(arrival.said, said));
    if (known === undefined || known.opening.template === one.template)
      arrivals.push({ opening: one, said, lines: [one] });
    else {
      known.lines.push(one);
      for (const [name, value] of Object.entries(said)) known.said[name] ??= value;
    }
  }
  return arrivals;
}

/** How a line is written: its words without what is counted or drawn, and the names of its fields. */
export function templateOf(record: LogRecord): string {
  const message = [record.msg, record.message, record.event].find((text) => typeof text === 'string');
  const words = String(message ?? '').replace(/[\w-]*\d[\w-]*/g, '#');
  return `${words}\n${Object.keys(record).toSorted().join()}`;
}

function hasNoId(one: Held): boolean {
  const { kind, fields } = one.observation;
  const isNamed = kind !== 'delivery' || fields.delivery_id !== undefined;
  return !one.isFactLine && !isNamed && fields.event_id !== undefined;
}

/** What stays the same on all lines about one arrival. */
const told = [
  ...['event_id', 'app_id', 'envelope_id', 'retry_num', 'retry_reason', 'sent_at', 'correlation_id', 'traceparent'],
  ...['instance_id', 'pid', 'route'],
];

function saidBy({ observation: { fields, provenance } }: Held): Record<string, unknown> {
  const said = Object.entries(fields).filter(([name, value]) => told.includes(name) && value !== undefined);
  return { file: provenance.where.replace(/:\d+$/, ''), ...Object.fromEntries(said) };
}

function agree(left: Fields, right: Fields): boolean {
  return Object.keys(left).every((name) => right[name] === undefined || left[name] === right[name]);
}

function named({ observation }: Held, delivery_id: string): Observation {
  return { ...observation, fields: { ...observation.fields, delivery_id } } as Observation;
}

function timeOf({ observation: { fields } }: Held): number {
  return fields.at ?? Number.POSITIVE_INFINITY;
}
