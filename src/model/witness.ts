// How the steps put evidence into words: from a sight of one source to a witness of one aspect, and from those to a state.
import type { Aspect, Checkup, CodeSight, Sight, StepState, Witness } from './checkup.ts';

/** The sentence of a source that nobody configured. */
export const notLookedAt = 'not configured';

export const shows = (source: string, sentence: string): Witness => ({ state: 'holds', source, sentence });
export const speaksAgainst = (source: string, sentence: string, todo?: string): Witness => ({
  state: 'does-not-hold',
  source,
  sentence,
  todo,
});
export const cannotTell = (source: string, sentence: string, todo?: string): Witness => ({
  state: 'not-seen',
  source,
  sentence,
  todo,
});

export const all = (about: string, ...witnesses: readonly (readonly Witness[])[]): Aspect => ({
  about,
  witnesses: witnesses.flat(),
  needs: 'all',
});
export const one = (about: string, ...witnesses: readonly (readonly Witness[])[]): Aspect => ({
  about,
  witnesses: witnesses.flat(),
  needs: 'one',
});

/** A source that nobody configured, or that did not open, cannot tell; one that was seen says what `read` makes of it. */
export function of<T>(source: string, sight: Sight<T>, read: (value: T) => readonly Witness[]): readonly Witness[] {
  if (sight.state === 'seen') return read(sight.value);
  if (sight.state === 'failed') return [cannotTell(source, `it could not be read: ${sight.reason}`)];
  return [cannotTell(source, notLookedAt, sight.configure)];
}

const mostFindings = 3;

export interface CodeQuestion {
  readonly rules: readonly string[];
  /** What must be in the code before silence means anything. */
  readonly about: 'receivers' | 'manifests' | 'creates';
  /** Left out: the rules see one fault and not its absence, so that their silence proves nothing. */
  readonly silenceShows?: true;
}

const nouns = {
  receivers: 'receiver for Slack',
  manifests: 'manifest for Slack',
  creates: 'create behind a handler',
} as const;

export function inCode({ code }: Checkup, { rules, about, silenceShows }: CodeQuestion): readonly Witness[] {
  return of('code', code, (seen) => {
    const found = seen.findings.filter(({ rule }) => rules.includes(rule));
    if (found.length > 0) return told(found);
    const count = seen[about];
    if (count === 0) return [cannotTell('code', `no ${nouns[about]} was found in ${counted(seen.files, 'file')}`)];
    const looked = `${rules.join(', ')} found nothing in ${counted(count, about.slice(0, -1))}`;
    if (seen.skipped.length > 0)
      return [cannotTell('code', `${looked}, and ${counted(seen.skipped.length, 'file')} could not be read`)];
    return [silenceShows ? shows('code', looked) : cannotTell('code', `${looked}, which does not prove it`)];
  });
}

function told(found: CodeSight['findings']): Witness[] {
  const first = found
    .slice(0, mostFindings)
    .map(({ rule, place, sentence }) =>
      speaksAgainst('code', `${place} ${rule}: ${sentence}`, `dedupe explain ${rule}`),
    );
  const left = found.length - mostFindings;
  return left > 0 ? [...first, speaksAgainst('code', `${left} more of the same kind`, 'dedupe audit')] : first;
}

const dayMs = 86_400_000;

/** Safe in every one of these scenarios, and lately: then it was shown. */
export function inDrill({ drill, now }: Checkup, scenarios: readonly string[]): readonly Witness[] {
  return of('drill', drill, ({ results, staleAfterMs, file }) => {
    const own = results.filter(({ scenario }) => scenarios.includes(scenario));
    const unsafe = own.filter(({ verdict }) => verdict === 'unsafe');
    if (unsafe.length > 0)
      return unsafe.map(({ scenario, started_at, evidence }) =>
        speaksAgainst(
          'drill',
          `${scenario} was unsafe on ${started_at.slice(0, 10)}: ${evidence}`,
          `dedupe drill --list --scenario ${scenario}`,
        ),
      );
    const safe = own.filter(({ verdict }) => verdict === 'safe');
    const missing = scenarios.filter((id) => !safe.some(({ scenario }) => scenario === id));
    if (missing.length > 0)
      return [cannotTell('drill', `no result of ${missing.join(', ')} in ${file}`, drillOf(missing))];
    const old = safe.filter(({ started_at }) => !(now - Date.parse(started_at) <= staleAfterMs));
    if (old.length > 0)
      return [
        cannotTell(
          'drill',
          `stale: ${old.map(({ scenario, started_at }) => `${scenario} of ${started_at.slice(0, 10)}`).join(', ')}, older than ${Math.round(staleAfterMs / dayMs)} days`,
          drillOf(old.map(({ scenario }) => scenario)),
        ),
      ];
    return [
      shows(
        'drill',
        safe.map(({ scenario, started_at }) => `${scenario} safe on ${started_at.slice(0, 10)}`).join(', '),
      ),
    ];
  });
}

function drillOf(scenarios: readonly string[]): string {
  return `dedupe drill ADDRESS ${scenarios.map((id) => `--scenario ${id}`).join(' ')}`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

export function stateOf({ witnesses, needs }: Aspect): StepState {
  const has = (state: StepState) => witnesses.some((witness) => witness.state === state);
  if (needs === 'one' && has('holds')) return 'holds';
  if (has('does-not-hold')) return 'does-not-hold';
  return has('holds') ? 'holds' : 'not-seen';
}

/** A step holds only where every aspect of it was seen to hold. */
export function weigh(aspects: readonly Aspect[]): StepState {
  const states = aspects.map(stateOf);
  if (states.includes('does-not-hold')) return 'does-not-hold';
  return states.length > 0 && states.every((state) => state === 'holds') ? 'holds' : 'not-seen';
}
