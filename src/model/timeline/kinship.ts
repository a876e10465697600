// Which facts belong to the question: those of the events asked for, and of their siblings (other events about one user action).
import { jobWithoutSystem } from '../queue-systems.ts';
import { pageOf } from '../record-address.ts';
import type { Ancestry } from './ancestry.ts';
import type { Identifier } from './identifiers.ts';
import type { Merged } from './merge.ts';
import { handledOwnWrites } from './own-writes.ts';

/** What the facts of one user action share, whatever event they came by. */
const kinFields = ['event_id', 'subject', 'client_msg_id', 'source_event_key'] as const;

/** The facts that belong, in their order. A fact of another event that only touches the same record stays outside. */
export function kinOf(
  facts: readonly Merged[],
  asked: readonly Identifier[],
  ancestry: (fact: Merged) => Ancestry,
): Merged[] {
  const members = facts.map((fact) => ({
    fact,
    ancestors: Object.values(ancestry(fact)).map((ancestor) => ancestor.fact),
  }));
  const names = new Set(asked.map(({ type, value }) => `${type}\n${value}`));
  const kept = new Set<Merged>();
  for (let before = -1; kept.size > before; ) {
    before = kept.size;
    for (const { fact, ancestors } of members) {
      if (kept.has(fact)) continue;
      const line = [fact, ...ancestors];
      const isKin = line.some((one) => namesOf(one).some((name) => names.has(name)));
      const isChained = eventOf(line) === undefined && line.some((one) => kept.has(one));
      if (isKin || isChained) for (const one of line) keep(one, kept, names);
    }
    for (const id of handledOwnWrites(facts, (record) => kept.has(record))) names.add(`event_id\n${id}`);
  }
  const instances = withTokenSharers(new Set([...kept].map(instanceOf)), facts);
  return facts.filter((fact) => kept.has(fact) || (fact.kind === 'lifecycle' && instances.has(instanceOf(fact))));
}

/** An instance that holds the token of one that received the event could have received it as well. */
function withTokenSharers(instances: ReadonlySet<unknown>, facts: readonly Merged[]): Set<unknown> {
  const tokenOf = ({ fields }: Merged) => fields.token_digest;
  const lives = facts.filter(({ kind }) => kind === 'lifecycle');
  const tokens = new Set(lives.filter((fact) => instances.has(instanceOf(fact))).map(tokenOf));
  const sharers = lives.filter((fact) => tokenOf(fact) !== undefined && tokens.has(tokenOf(fact))).map(instanceOf);
  return new Set([...instances, ...sharers].filter((id) => id !== undefined));
}

function instanceOf({ fields }: Merged): unknown {
  return fields.instance_id;
}

function keep(fact: Merged, kept: Set<Merged>, names: Set<string>): void {
  kept.add(fact);
  for (const name of kinNames(fact)) names.add(name);
}

function kinNames({ fields }: Merged): string[] {
  return kinFields.flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}`]));
}

/** The names by which a question can mean this fact. */
function namesOf(fact: Merged): string[] {
  const { fields } = fact;
  const names = kinNames(fact);
  if (fields.job_id !== undefined) {
    const job = `${fields.queue}/${fields.job_id}`;
    names.push(`job\n${job}`, `job\n${jobWithoutSystem(job) ?? job}`);
  }
  if (fact.kind === 'record') {
    names.push(
      `record\n${fields.target}/${fields.record_id}`,
      `record_id\n${fields.record_id}`,
      `url\n${fields.url}`,
      `url\n${pageOf(fields.url)}`,
    );
  }
  return names;
}

function eventOf(line: readonly Merged[]): unknown {
  return line.find((fact) => fact.fields.event_id !== undefined)?.fields.event_id;
}
