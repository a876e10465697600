// Asks all sources side by side, again with the identifiers that the answers brought, until nothing new is named.
import { DedupeError } from '../errors.ts';
import type { Observation } from '../model/fact.ts';
import type { Instant } from '../model/instant.ts';
import type { Coverage, Evidence, Gap, Source } from '../model/source.ts';
import { askedOnly, type Identifier, identifiersOf } from '../model/timeline/identifiers.ts';

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
    if (round === maxRounds) {
      answers[0]?.gaps.push(stoppedSearching(maxRounds));
      break;
    }
    const query = { identifiers: pending, since: options.since, until: options.until };
    await Promise.all(
      answers.map(async (answer) => {
        if (answer.failed !== undefined) return;
        try {
          const evidence = await answer.source.collect(query, options.signal);
          answer.observations.push(...evidence.observations);
          answer.gaps.push(...evidence.gaps);
          answer.coverage = mergeCoverage(answer.coverage, evidence.coverage);
        } catch (error) {
          options.signal.throwIfAborted();
          answer.failed = error;
          answer.gaps.push(failure(answer.source, error));
        }
      }),
    );
    if (answers.every(({ failed }) => failed !== undefined)) throw answers[0]?.failed;
    pending = kin.newIdentifiers(answers.flatMap((answer) => answer.observations));
  }
  return {
    observations: answers.flatMap((answer) => answer.observations),
    gaps: uniqueGaps(answers.flatMap((answer) => answer.gaps)),
    coverage: answers.flatMap((answer) => answer.coverage),
  };
}

/** Which names may widen the search: those of the asked events and their siblings, not of an event that only touches the same record. */
class Kin {
  readonly #known = new Set<string>();
  readonly #asked: ReadonlySet<string>;
  readonly #events = new Set<string>();

  constructor(asked: readonly Identifier[]) {
    this.#asked = new Set(asked.map(nameOf));
    for (const name of this.#asked) this.#known.add(name);
  }

  newIdentifiers(observations: readonly Observation[]): Identifier[] {
    const found: Identifier[] = [];
    for (const observation of observations) {
      const identifiers = identifiersOf(observation);
      if (!this.#isKin(observation, identifiers)) continue;
      for (const identifier of identifiers) {
        const name = nameOf(identifier);
        if (askedOnly.has(identifier.type) || this.#known.has(name)) continue;
        this.#known.add(name);
        found.push(identifier);
      }
    }
    return found;
  }

  #isKin({ fields }: Observation, identifiers: readonly Identifier[]): boolean {
    if (fields.event_id === undefined || this.#events.has(fields.event_id)) return true;
    const isKin = identifiers.some((one) => {
      const name = nameOf(one);
      return this.#asked.has(name) || (!touching.has(one.type) && this.#known.has(name));
    });
    if (isKin) this.#events.add(fields.event_id);
    return isKin;
  }
}

/** Two events can touch one record, or run inside one trace, and still be two stories. */
const touching: ReadonlySet<Identifier['type']> = new Set(['record', 'record_id', 'url', 'correlation_id', 'trace_id']);

function nameOf({ type, value }: Identifier): string {
  return `${type}\n${value}`;
}

function failure(source: Source, error: unknown): Gap {
  if (!(error instanceof DedupeError)) throw error;
  return {
    source: source.id,
    reason: `${error.message} (${error.code})`,
    wouldSettle: source.wouldSettle,
    kind: 'failed',
  };
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
      known ? { ...known, sees: [...new Set([...known.sees, ...coverage.sees])] } : coverage,
    );
  }
  return [...bySource.values()];
}

function uniqueGaps(gaps: readonly Gap[]): Gap[] {
  const seen = new Set<string>();
  return gaps.filter(({ source, reason }) => !seen.has(`${source}\n${reason}`) && seen.add(`${source}\n${reason}`));
}
