// What really happened: a fault is to blame when the same world without it makes no duplicate. Of several the one that sits
// first in the chain comes first.
import { type Case, worldOf } from './draw.ts';
import { type Fault, type FaultName, faults, links } from './faults.ts';
import { countsFromNothing, type Simulated, simulate } from './system.ts';

export interface Truth {
  readonly verdict: 'duplicate' | 'single' | 'not-a-duplicate' | 'lost' | 'split';
  /** Any of these is right as the first; several where two sit in the same place. Empty: there is nothing to explain. */
  readonly causes: readonly string[];
  /** All without which there would be no duplicate. */
  readonly necessary: readonly string[];
  /** Must be said beside the first, where nothing is hidden. */
  readonly mentioned: readonly string[];
  /** Must be said beside the first, sure or open, where nothing is hidden. */
  readonly suspected: readonly string[];
  readonly simulated: Simulated;
  /** The wishes in question. */
  readonly wishes: readonly number[];
}

export function truthOf(drawn: Case): Truth {
  const world = worldOf(drawn);
  const simulated = simulate(world, { offsets: offsetsOf(drawn) });
  const wishes = [...new Set(world.acts.map(({ wish }) => wish))];
  const counts = countsOf(simulated);
  const copied = wishes.filter((wish) => (counts.get(wish) ?? 0) > 1);
  const empty = wishes.filter((wish) => !counts.get(wish));
  if (copied.length > 0) {
    const named = neededOf(drawn, (without) => [...countsOf(without).values()].every((count) => count <= 1));
    const isLost = named.includes('marksStripped') || named.includes('marksStrippedUnseen');
    // The edge saw the mark and the app said that there was none, or the app counted none where Slack's retries stand.
    const mentioned = isLost && countsFromNothing(drawn.seed) ? ['retry-metadata-lost'] : [];
    // Nobody wrote anything about the mark: lost and not written down look alike.
    const suspected = named.includes('marksStrippedUnseen') ? ['retry-metadata-lost'] : [];
    const causes = firstOf(
      named,
      drawn.hidden.some((source) => untyingRuns.has(source)),
    );
    return {
      verdict: 'duplicate',
      causes,
      necessary: causesOf(named),
      mentioned,
      suspected,
      simulated,
      wishes: copied,
    };
  }
  if (empty.length > 0) {
    const named = neededOf(drawn, (without) => wishes.every((wish) => countsOf(without).get(wish)));
    const isSplit = named.includes('stranger');
    const causes = causesOf(named).filter((cause) => cause !== 'lost');
    return {
      verdict: isSplit ? 'split' : 'lost',
      causes,
      necessary: causes,
      mentioned: [],
      suspected: [],
      simulated,
      wishes: empty,
    };
  }
  const isOne = wishes.length === 1;
  const causes = isOne ? [] : ['repeated-action'];
  return {
    verdict: isOne ? 'single' : 'not-a-duplicate',
    causes,
    necessary: causes,
    mentioned: [],
    suspected: [],
    simulated,
    wishes,
  };
}

export function offsetsOf({ seed, skew }: Pick<Case, 'seed' | 'skew'>): (writer: string) => number {
  return (writer) => {
    let hash = seed;
    for (const letter of writer) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
    return skew === 0 ? 0 : (Math.abs(hash) % (2 * skew + 1)) - skew;
  };
}

/** Without these no run can be held against the answer to its delivery. */
const untyingRuns: ReadonlySet<string> = new Set(['runs', 'ends of runs', 'ties to the run', 'ties to the delivery']);

function countsOf({ made }: Simulated): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { wish, target } of made) if (target === 'jira') counts.set(wish, (counts.get(wish) ?? 0) + 1);
  return counts;
}

/** Faults whose removal mends it; where no single one does, all of them together do. */
function neededOf(drawn: Case, isMended: (without: Simulated) => boolean): FaultName[] {
  const blamable = drawn.names.filter((name) => faults[name].cause !== undefined);
  const needed = blamable.filter((name) => isMended(simulate(worldOf(drawn, name))));
  return needed.length > 0 ? needed : blamable;
}

function firstOf(named: readonly FaultName[], areRunsHidden: boolean): string[] {
  const all = named.map((name): Fault => faults[name]);
  // What is missing from the evidence makes no duplicate by itself.
  const making = all.filter(({ cause }) => cause !== 'retry-metadata-lost');
  const first = Math.min(...making.map(({ link }) => links.indexOf(link)));
  const blamed = making.filter(({ link }) => links.indexOf(link) === first);
  // What the sender does by its rules is what a guard is for: then its key is as good an answer, and no better one.
  const met = blamed.some(({ isByRule }) => isByRule) ? making.filter(isNarrow) : [];
  const alike = areRunsHidden ? blamed.flatMap(({ withoutRuns }) => withoutRuns ?? []) : [];
  return [...new Set([...[...blamed, ...met].flatMap(({ cause }) => cause ?? []), ...alike])];
}

function isNarrow({ cause }: Fault): boolean {
  return cause === 'dedupe-key-too-narrow';
}

function causesOf(named: readonly FaultName[]): string[] {
  return [...new Set(named.flatMap((name) => faults[name].cause ?? []))];
}
