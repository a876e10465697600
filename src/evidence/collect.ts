// Asks all sources side by side, again with the identifiers that the answers brought, until nothing new is named.
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import { jobWithoutSystem } from '../model/queue-systems.ts';
import type { Coverage, Evidence, Gap, Source } from '../model/source.ts';
import { type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';
import { unlessStopped } from '../unless-stopped.ts';
import { nameOf, namesFollowed } from './names-followed.ts';
import { withSubject } from './subject.ts';

export interface CollectOptions {
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  readonly signal: AbortSignal;
}

/** The chain from an event to a record has six links; each round follows at least one. */
const maxRounds = 8;

/**
 * Throws what the first source threw when none could be read at all: then there is no answer, only an error.
 * The order of the result depends on the order of the sources, never on which of them answered first.
 */
export async function collect(
  sources: readonly Source[],
  asked: readonly Identifier[],
  options: CollectOptions,
): Promise<Evidence> {
  const kin = new Kin(asked);
  const answers = sources.map((source) => ({
    source,
    observations: [] as Observation[],
    gaps: [] as Gap[],
    coverage: [] as Coverage[],
    failed: undefined as unknown,
  }));
  let pending: readonly Identifier[] = asked;
  for (let round = 0; pending.length > 0; round++) {
    if (round === 0) options.signal.throwIfAborted();
    if (options.signal.aborted) break;
    if (round === maxRounds) {
      answers[0]?.gaps.push(stoppedSearching(maxRounds));
      break;
    }
    const query = { identifiers: pending, since: options.since, until: options.until };
    await Promise.all(
      answers.map(async (answer) => {
        if (answer.failed !== undefined) return;
        try {
          const evidence = await unlessStopped(answer.source.collect(query, options.signal), options.signal);
          answer.observations.push(...evidence.observations);
          answer.gaps.push(...evidence.gaps);
          answer.coverage = mergeCoverage(answer.coverage, evidence.coverage);
        } catch (error) {
          answer.failed = error;
          answer.gaps.push(options.signal.aborted ? interrupted(answer.source) : failure(answer.source, error));
        }
      }),
    );
    const isLost = answers.every(({ failed, observations }) => failed !== undefined && observations.length === 0);
    if (isLost) options.signal.throwIfAborted();
    if (isLost) throw answers[0]?.failed;
    pending = kin.newIdentifiers(answers.flatMap((answer) => answer.observations));
  }
  const found = answers.flatMap((answer) => answer.observations);
  // Interrupted with nothing in hand: there is nothing to tell.
  if (found.length === 0) options.signal.throwIfAborted();
  await Promise.all(
    answers.map(async ({ source, observations, gaps, failed }) => {
      if (failed !== undefined || source.about === undefined) return;
      try {
        const more = await unlessStopped(source.about(found, options.signal), options.signal);
        observations.push(...more.observations);
        gaps.push(...more.gaps);
      } catch (error) {
        gaps.push(options.signal.aborted ? interrupted(source) : failure(source, error));
      }
    }),
  );
  return {
    observations: answers.flatMap((answer) => inPlace(answer.observations)),
    gaps: uniqueGaps(
      answers.flatMap(({ gaps, source, failed }) => [...gaps, ...(failed ? [] : (source.afterwards?.() ?? []))]),
    ),
    coverage: answers.flatMap((answer) => answer.coverage.map((one) => within(one, options))),
  };
}

/** As they stand in the source, whichever round brought them: `api.jsonl:9` before `api.jsonl:10`. */
function inPlace(observations: readonly Observation[]): Observation[] {
  const places = new Map(observations.map((one) => [one, placeOf(one.provenance.where)]));
  return observations.toSorted((a, b) => {
    const [[left, i] = ['', 0], [right, j] = ['', 0]] = [places.get(a), places.get(b)];
    return left < right ? -1 : left > right ? 1 : i - j;
  });
}

function placeOf(where: string): readonly [string, number] {
  const digits = /\d*$/.exec(where)?.[0] ?? '';
  return [where.slice(0, where.length - digits.length), Number(digits)];
}

/** What was asked to be left out was not seen. */
function within(coverage: Coverage, { since, until }: CollectOptions): Coverage {
  const from = since !== undefined && (coverage.from === undefined || coverage.from < since) ? since : coverage.from;
  const to = until !== undefined && (coverage.to === undefined || coverage.to > until) ? until : coverage.to;
  return { ...coverage, from, to };
}

/** Which names may widen the search: those of the asked events and their siblings, not of an event that only touches the same record. */
class Kin {
  readonly #known: Set<string>;
  readonly #asked: ReadonlySet<string>;
  readonly #events = new Set<string>();

  constructor(asked: readonly Identifier[]) {
    this.#asked = new Set(asked.map(nameOf));
    this.#known = new Set(this.#asked);
  }

  newIdentifiers(observations: readonly Observation[]): Identifier[] {
    const found: Identifier[] = [];
    for (const observation of observations) {
      if (!this.#isKin(observation, identifiersOf(withSubject(observation)))) continue;
      for (const identifier of namesFollowed(observation)) {
        const name = nameOf(identifier);
        if (this.#known.has(name)) continue;
        this.#known.add(name);
        found.push(identifier);
      }
    }
    return found;
  }

  #isKin(observation: Observation, identifiers: readonly Identifier[]): boolean {
    const { fields } = observation;
    if (fields.event_id === undefined || this.#events.has(fields.event_id)) return true;
    const isKin = identifiers.some((one) => {
      const name = nameOf(one);
      const job = one.type === 'job' ? jobWithoutSystem(one.value) : undefined;
      if (job !== undefined && this.#asked.has(nameOf({ type: 'job', value: job }))) return true;
      if (kinTypes.has(one.type)) return this.#known.has(name);
      return this.#asked.has(name) && (hasMade(observation) || !recordTypes.has(one.type));
    });
    if (isKin) this.#events.add(fields.event_id);
    return isKin;
  }
}

/** A search or an update only touches an object and is not part of its story. */
function hasMade({ kind, fields }: Observation): boolean {
  return kind === 'record' || kind === 'operation' || (kind === 'call' && (fields.operation ?? 'create') === 'create');
}

const recordTypes: ReadonlySet<Identifier['type']> = new Set(['record', 'record_id', 'url']);

/** Names that only one event and its siblings have: what a user did, and the links of one chain. */
const kinTypes: ReadonlySet<Identifier['type']> = new Set([
  'event_id',
  'subject',
  'client_msg_id',
  'source_event_key',
  'delivery_id',
  'run_id',
  'job',
  'call_id',
]);

/** What the others know is told; nobody may take what this one did not say for nothing there. */
function interrupted({ id, wouldSettle }: Source): Gap {
  return { source: id, reason: 'interrupted before it had answered', wouldSettle, kind: 'partial' };
}

/** A fault of the source's own reader is a gap too: what the others know is worth more than a stack trace. */
function failure({ id, wouldSettle }: Source, error: unknown): Gap {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof DedupeError ? error.code : 'DEDUPE_BUG';
  return { source: id, reason: `${message} (${code})`, wouldSettle, kind: 'failed' };
}

function stoppedSearching(rounds: number): Gap {
  return {
    source: 'search',
    reason: `connected lines were still turning up after ${rounds} rounds`,
    wouldSettle: 'whether more facts belong to this event',
    kind: 'partial',
  };
}

/** Later rounds read the same files again: kinds add up, the span stays. */
function mergeCoverage(before: readonly Coverage[], after: readonly Coverage[]): Coverage[] {
  const bySource = new Map(before.map((coverage) => [coverage.source, coverage]));
  for (const coverage of after) {
    const known = bySource.get(coverage.source);
    bySource.set(
      coverage.source,
      known ? { ...coverage, ...known, sees: [...new Set([...known.sees, ...coverage.sees])] } : coverage,
    );
  }
  return [...bySource.values()];
}

function uniqueGaps(gaps: readonly Gap[]): Gap[] {
  const seen = new Set<string>();
  return gaps.filter(({ source, reason }) => !seen.has(`${source}\n${reason}`) && seen.add(`${source}\n${reason}`));
}
