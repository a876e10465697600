// Several witnesses of one field: which value stands, and which of the others contradict it.
import type { Provenance } from '../fact.ts';
import type { Instant } from '../instant.ts';

/** One value of one field, as one statement has it. */
export interface Said {
  readonly value: unknown;
  readonly witness: number;
  readonly provenance: Provenance;
}

/** Instants that two clocks read for one thing differ by this much without contradicting each other. */
export const assumedSkewMs = 1000;
/** Below this two readings of one clock are one moment, written with more and with fewer digits. */
const roundingMs = 1;

/**
 * Across sources the first source stands; inside one source a later line corrects, but a beginning is the earliest one.
 * `ends`: the ends that any statement about this fact names. Order of statements decides between corrections only.
 */
export function settle(
  name: string,
  said: readonly Said[],
  ends: ReadonlySet<unknown>,
): { chosen: Said; against: Said[] } {
  const [only] = said;
  if (only === undefined) throw new Error(`nobody says ${name}`);
  if (said.every(({ value }) => value === only.value)) return { chosen: only, against: [] };
  const final = finalOf(name, said, ends);
  const first = final[0] ?? only;
  const own = final.filter(({ provenance }) => provenance.source === first.provenance.source);
  const value = name === 'at' ? Math.min(...own.map((one) => Number(one.value))) : own.at(-1)?.value;
  const chosen = own.find((one) => one.value === value) ?? first;
  const others = new Map(final.toReversed().map((one) => [one.value, one]));
  const against = [...others.values()].filter((one) => one.value !== chosen.value && !isSameMoment(name, chosen, one));
  return { chosen, against };
}

/** What was told before the end was known is completed by any later word, and contradicts nothing. */
function finalOf(name: string, said: readonly Said[], ends: ReadonlySet<unknown>): readonly Said[] {
  if (name === 'at') {
    const beginnings = said.filter(({ value }) => !ends.has(value));
    return beginnings.length > 0 ? beginnings : said;
  }
  // A source that counts has seen more by its next word.
  if (name === 'attempts_started') return said.filter((one) => !said.some((other) => isMore(other, one)));
  const progress = progressOf[name] ?? [];
  const final = said.filter(({ value }) => !progress.includes(value));
  if (final.length > 0) return final;
  const furthest = progress.findLast((step) => said.some(({ value }) => value === step));
  return said.filter(({ value }) => value === furthest);
}

function isMore(a: Said, b: Said): boolean {
  return a.provenance.source === b.provenance.source && Number(a.value) > Number(b.value);
}

const progressOf: Readonly<Record<string, readonly unknown[]>> = {
  outcome: ['running'],
  state: ['planned', 'sent'],
};

/** Two readings of one moment: by two clocks, or by one with a different number of digits. */
function isSameMoment(name: string, a: Said, b: Said): boolean {
  if (name !== 'at' && !name.endsWith('_at')) return false;
  const apart = Math.abs((a.value as Instant) - (b.value as Instant));
  return apart < roundingMs || (a.provenance.clock !== b.provenance.clock && apart <= assumedSkewMs);
}
