// Does the evidence lead from one event to each of the tasks that it made?
import type { Step, TraceSight, Witness } from '../model/checkup.ts';
import type { TraceDocument } from '../model/trace-document.ts';
import { all, cannotTell, of, shows, speaksAgainst } from '../model/witness.ts';

export const eventLinkedToTasks: Step = {
  id: 'event-linked-to-tasks',
  title: 'One duplicate is linked from its event id to both tasks',
  problem:
    'Two tasks that nobody can lead back to their deliveries show only that there are two. As long as no line ties a task to the run, the job or the ' +
    'delivery that made it, every cause fits as well as every other, and what is repaired is what somebody guessed.',
  signs: [
    'a trace of one event that made two: from each task a way of stated links leads to a delivery of the event',
    'a task that stands alone names what its line lacks',
  ],
  fix: [
    'Log the record with delivery_id or run_id, or job_id where a job made it (dedupe explain fact-lines).',
    'Where tasks lie in tables of your own, give the SELECT of records the event: event_id, job_id or source_event_key.',
    'Then name the event: dedupe doctor EVENT_ID; dedupe scan finds one that made two.',
  ],
  aspects: ({ trace }) => [all('from the event id to each task', of('trace', trace, read))],
};

function read({ ref, document, reason }: TraceSight): Witness[] {
  if (document === undefined) return [speaksAgainst('trace', `${ref}: ${reason}`, `dedupe trace ${ref}`)];
  const records = document.facts.filter(({ kind }) => kind === 'record');
  if (records.length < 2) {
    const made = records.length === 0 ? 'made nothing that was seen' : 'made one task';
    return [cannotTell('trace', `${ref} ${made}; it takes an event that made two`, 'dedupe scan')];
  }
  return records.map((record) => {
    const way = wayOf(document, record);
    const name = `${record.fields.record_id ?? 'a record'} (#${record.n})`;
    if (way !== undefined) return shows('trace', `${[...way.map((n) => `#${n}`), name].join(' → ')}, ${record.where}`);
    return speaksAgainst('trace', `nothing ties ${name}, ${record.where}, to a delivery`, `dedupe trace ${ref}`);
  });
}

type Fact = TraceDocument['facts'][number];

/** What it came out of, as a line says: by the nearest link, or by an id of its own where the nearest was only inferred. */
function statedAbove(facts: readonly Fact[], { n: own, parent, fields }: Fact): Fact | undefined {
  const nearest = parent?.certainty === 'stated' ? facts.find(({ n }) => n === parent.n) : undefined;
  const named = (kind: Fact['kind'], ...ids: readonly string[]) =>
    ids.every((id) => fields[id] !== undefined)
      ? facts.find((fact) => fact.n !== own && fact.kind === kind && ids.every((id) => fact.fields[id] === fields[id]))
      : undefined;
  return nearest ?? named('job', 'queue', 'job_id') ?? named('delivery', 'delivery_id');
}

/** The numbers from the delivery down to what made the record; undefined: a link of the way is missing or only inferred. */
function wayOf({ facts }: TraceDocument, record: Fact): number[] | undefined {
  const way: number[] = [];
  for (let at = record; ; ) {
    if (at.kind === 'delivery') return way;
    const next = statedAbove(facts, at);
    if (next === undefined || way.includes(next.n)) return undefined;
    way.unshift(next.n);
    at = next;
  }
}
