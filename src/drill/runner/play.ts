// Plays scenarios one after the other. What cannot be played or counted says so, and never counts as passed.
import type { HookName } from '../../model/drill-hooks.ts';
import type { Scenario, ScenarioResult } from '../../model/scenario.ts';
import { CountFailed } from '../count/counter.ts';
import type { Drill } from '../world/drill.ts';
import { NotRun } from '../world/not-run.ts';

export interface Played {
  readonly scenario: Scenario<Drill>;
  readonly result: ScenarioResult;
  readonly at: number;
  readonly ms: number;
}

/** One ordinary event, before anything is done to anybody: 1 is what every scenario builds on. */
export type Baseline =
  | { readonly got: number; readonly resultIds: readonly string[] }
  | { readonly got: undefined; readonly reason: string };

export interface PlayOptions {
  readonly drill: Drill;
  readonly scenarios: readonly Scenario<Drill>[];
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onStart?: ((scenario: Scenario<Drill>, index: number) => void) | undefined;
}

export async function play(options: PlayOptions): Promise<{ baseline: Baseline; played: readonly Played[] }> {
  const { drill, scenarios, signal, now, onStart } = options;
  const baseline = await asked(() => baselineOf(drill), signal, true);
  if ('verdict' in baseline) {
    const reason = `an ordinary event could not be counted: ${baseline.reason}`;
    return { baseline: { got: undefined, reason }, played: scenarios.map((scenario) => notPlayed(scenario, reason)) };
  }
  const played: Played[] = [];
  let down: string | undefined;
  for (const [index, scenario] of scenarios.entries()) {
    if (signal.aborted) played.push(notPlayed(scenario, 'interrupted'));
    else if (down !== undefined) played.push(notPlayed(scenario, down));
    else {
      onStart?.(scenario, index);
      const [at, started] = [now(), performance.now()];
      const { result, isDown } = await playOne(drill, scenario, signal);
      played.push({ scenario, result, at, ms: Math.round(performance.now() - started) });
      if (isDown && !(await isBack(drill, signal))) down = `the system did not come back after ${scenario.id}`;
    }
  }
  return { baseline, played };

  function notPlayed(scenario: Scenario<Drill>, reason: string): Played {
    return { scenario, result: { verdict: 'not-run', reason }, at: now(), ms: 0 };
  }
}

async function playOne(drill: Drill, scenario: Scenario<Drill>, signal: AbortSignal) {
  const missing = missingOf(drill, scenario);
  if (missing.length > 0) {
    const reason = `the configuration has no ${missing.join(', ')}`;
    return { result: { verdict: 'not-run', reason } as const, isDown: false };
  }
  const result = await asked(() => scenario.run(drill, signal), signal);
  return { result, isDown: 'isDown' in result && result.isDown };
}

export function missingOf(drill: Pick<Drill, 'has' | 'deadLetters'>, { needs }: Scenario<Drill>): string[] {
  return needs.filter((need) =>
    need === 'dead_letters' ? drill.deadLetters === undefined : !drill.has(need as HookName),
  );
}

/** Interrupts and whatever the world did become a reason; faults of this program stay faults. */
async function asked<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  isFirst = false,
): Promise<T | { readonly verdict: 'not-run'; readonly reason: string; readonly isDown: boolean }> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return { verdict: 'not-run', reason: 'interrupted', isDown: false };
    if (error instanceof NotRun) return { verdict: 'not-run', reason: error.message, isDown: error.isDown };
    // A count that could never work is a misuse; one that worked before is a victim of what was done.
    if (!(error instanceof CountFailed) || (isFirst && error.isMisuse)) throw error;
    return { verdict: 'not-run', reason: `it could not be counted: ${error.message}`, isDown: true };
  }
}

async function baselineOf(drill: Drill) {
  if (drill.has('start')) await drill.hook('start');
  await drill.ready();
  const act = await drill.control();
  await drill.pause(drill.timing.quietMs);
  const ids = await drill.count(act);
  return { got: ids.length, resultIds: [...ids] };
}

async function isBack(drill: Drill, signal: AbortSignal): Promise<boolean> {
  return !('verdict' in (await asked(() => drill.control(), signal)));
}
