// One thing that the world does to a receiver, and what must hold afterwards, counted in business objects.

/** Counts in the place where effects land. HTTP codes never decide. */
export interface EffectCount {
  readonly wanted: number;
  readonly got: number;
  readonly lost: number;
  /** The result ids that repeats answered with; more than one is a fault even when one object exists. */
  readonly resultIds: readonly string[];
}

/** `not-run` is its own verdict: a scenario without its hook never passes. */
export type ScenarioResult =
  | {
      readonly verdict: 'safe' | 'unsafe';
      readonly rounds: number;
      readonly count: EffectCount;
      readonly evidence: string;
    }
  | { readonly verdict: 'not-run'; readonly reason: string };

export interface Scenario<World = unknown> {
  readonly id: string;
  readonly title: string;
  readonly does: string;
  readonly mustHold: string;
  readonly why: string;
  /** Commands of the configuration that it cannot do without (kill, pause, restart). */
  readonly needs: readonly string[];
  run(world: World, signal: AbortSignal): Promise<ScenarioResult>;
}
