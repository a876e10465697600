// From what was played to the document, its verdict and its status.

import type { Baseline, Played } from '../../drill/runner/play.ts';
import { Exit, type ExitCode } from '../../exit.ts';
import type { DrillDocument, DrillResult } from '../../model/drill-document.ts';
import { type Instant, toIso } from '../../model/instant.ts';
import { inSeconds } from '../../model/seconds.ts';

type About = Omit<DrillDocument, 'version' | 'verdict' | 'headline' | 'baseline' | 'results' | 'kept_in'>;

export function documentOf(about: About, baseline: Baseline, played: readonly Played[]): DrillDocument {
  const results = played.map(resultOf);
  const isDouble = baseline.got !== undefined && baseline.got > 1;
  const verdict =
    isDouble || results.some((one) => one.verdict === 'unsafe')
      ? 'unsafe'
      : baseline.got === undefined || results.some((one) => one.verdict === 'not-run')
        ? 'incomplete'
        : 'safe';
  return {
    version: 1,
    verdict,
    headline: headlineOf(results, baseline),
    ...about,
    baseline: baseline.got ?? null,
    results,
    kept_in: null,
  };
}

function resultOf({ scenario, result, at, ms }: Played): DrillResult {
  const same = {
    scenario: scenario.id,
    title: scenario.title,
    must_hold: scenario.mustHold,
    started_at: toIso(at as Instant),
    duration_ms: ms,
  };
  if (result.verdict === 'not-run') {
    const nothing = { rounds: 0, wanted: null, got: null, lost: null, looked_ms: null, result_ids: [] };
    return { ...same, ...nothing, verdict: 'not-run', evidence: result.reason };
  }
  const { verdict, rounds, evidence, count, lookedMs } = result;
  const { wanted, got, lost, resultIds } = count;
  return { ...same, verdict, rounds, wanted, got, lost, looked_ms: lookedMs, result_ids: [...resultIds], evidence };
}

function headlineOf(results: readonly DrillResult[], baseline: Baseline): string {
  if (baseline.got === undefined) return baseline.reason;
  const number = (verdict: DrillResult['verdict']) => results.filter((one) => one.verdict === verdict).length;
  const [unsafe, left] = [number('unsafe'), number('not-run')];
  const ran = results.length - left;
  const first = baseline.got > 1 ? [`one ordinary event alone made ${baseline.got} objects`] : [];
  const told = unsafe > 0 ? `${unsafe} of ${ran} scenarios did not hold` : `all ${ran} scenarios that ran hold`;
  return [
    ...first,
    ran === 0 ? 'no scenario ran' : `${told}, ${lookedFor(results)}`,
    ...(left > 0 ? [`${left} not run`] : []),
  ].join('; ');
}

/** A verdict is as good as its window: what comes after it was seen by nobody. */
function lookedFor(results: readonly DrillResult[]): string {
  const all = results.flatMap(({ looked_ms }) => (looked_ms === null ? [] : [looked_ms]));
  const [least, most] = [inSeconds(Math.min(...all)), inSeconds(Math.max(...all))];
  return `looked at for ${least === most ? least : `${least} to ${most}`} after the last thing that was done`;
}

export function exitOf({ verdict }: DrillDocument): ExitCode {
  return { safe: Exit.clean, unsafe: Exit.found, incomplete: Exit.failed }[verdict];
}
