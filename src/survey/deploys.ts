// When did a version come, and when did the number of live instances change? From what the sources saw of processes.
import { DedupeError } from '../errors.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { ScanDocument } from '../model/scan-document.ts';
import type { Life, Sweep } from '../model/sweep.ts';

/** Throws DEDUPE_UNKNOWN_VERSION, naming those that are known. */
export function deployOf(version: string, sweeps: readonly Sweep[]): { version: string; at: Instant } {
  const lives = sweeps.flatMap((sweep) => sweep.lives);
  const own = lives.filter((life) => life.version === version);
  if (own.length > 0) return { version, at: Math.min(...own.map(({ from }) => from)) as Instant };
  const known = [...new Set(lives.flatMap((life) => life.version ?? []))];
  const hint = known.length === 0 ? 'No line and no row names a version.' : `Known: ${known.slice(0, 30).join(', ')}.`;
  throw new DedupeError('DEDUPE_UNKNOWN_VERSION', `no deployment of version ${version} was seen`, { hint });
}

type Change = ScanDocument['instance_changes'][number];

/** Starts and stops within this time are one change. */
const togetherMs = 60_000;
const mostChanges = 10;

/** The newest changes, each with what was found per hour before and after it, up to the change beside it. */
export function changesOf(
  sweeps: readonly Sweep[],
  found: readonly Instant[],
  span: { readonly from: Instant | undefined; readonly to: Instant | undefined },
): Change[] {
  const { from, to } = span;
  if (from === undefined || to === undefined) return [];
  const steps = stepsOf(unique(sweeps.flatMap((sweep) => sweep.lives)), from);
  const groups: { at: Instant; what: string[]; live: number }[] = [];
  for (const { at, what, live } of steps) {
    const last = groups.at(-1);
    if (last && at - last.at <= togetherMs) {
      last.what.push(what);
      last.live = live;
    } else groups.push({ at, what: [what], live });
  }
  return groups
    .map(({ at, what, live }, i) => {
      const [before, after] = [groups[i - 1]?.at ?? from, groups[i + 1]?.at ?? to];
      const shown = what.length > 3 ? [...what.slice(0, 3), `${what.length - 3} more`] : what;
      return {
        at: toIso(at),
        what: shown.join(', '),
        live,
        before: perHour(found, before, at),
        after: perHour(found, at, Math.min(to, after) as Instant),
      };
    })
    .slice(-mostChanges);
}

function stepsOf(lives: readonly Life[], begin: Instant): { at: Instant; what: string; live: number }[] {
  const steps = lives.flatMap(({ instance, from, stopped }) => [
    { at: from, by: 1, what: `${instance} came` },
    ...(stopped === undefined ? [] : [{ at: stopped, by: -1, what: `${instance} stopped` }]),
  ]);
  let live = 0;
  return steps
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, by, what }) => {
      live += by;
      return { at, what, live };
    })
    .filter(({ at }) => at - begin > togetherMs);
}

/** One instance may be seen by several sources: the first one that names it counts. */
function unique(lives: readonly Life[]): Life[] {
  const byName = new Map<string, Life>();
  for (const life of lives) {
    const known = byName.get(life.instance);
    byName.set(
      life.instance,
      known
        ? { ...known, from: Math.min(known.from, life.from) as Instant, stopped: known.stopped ?? life.stopped }
        : life,
    );
  }
  return [...byName.values()];
}

/** Null below a minute: a rate over less says nothing. */
export function perHour(found: readonly Instant[], from: Instant, to: Instant): number | null {
  if (to - from < 60_000) return null;
  const count = found.filter((at) => at >= from && at < to).length;
  return (count * 3_600_000) / (to - from);
}
