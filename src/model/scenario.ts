// One thing that the world does to a receiver, and what must hold afterwards, counted in business objects.

/** Counts in the place where effects land. HTTP codes never decide. */
export interface EffectCount {
  readonly wanted: number;
  readonly got: number;
  /** Summed over acts: one act with two objects does not make up for another one with none. */
  readonly lost: number;
  /**
   * Of the act that shows the fault, else of the last one: the ids of its objects at every count, or those that repeats were
   * answered with where these show it. More than are wanted is a fault even when no more objects exist.
   */
  readonly resultIds: readonly string[];
}

/** `not-run` is its own verdict: a scenario without its hook never passes. */
export type ScenarioResult =
  | {
      readonly verdict: 'safe' | 'unsafe';
      readonly rounds: number;
      readonly count: EffectCount;
      /** From the last thing that was done until the last count. Milliseconds. */
      readonly lookedMs: number;
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
  /** What happens depends on which of two things comes first: it is played for several rounds. */
  readonly isRace: boolean;
  /** Its fault leaves work that is repeated later, when a lease or a delay has ended: what is made then counts as well. */
  readonly leavesWork?: boolean;
  run(world: World, signal: AbortSignal): Promise<ScenarioResult>;
}
