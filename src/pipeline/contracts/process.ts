// What every process of the pipeline offers: one step at a time for tests and recovery, and a loop for production.

/** `idle`: there was nothing to do. `more`: call again at once. */
export type StepResult<Done> = { readonly step: 'idle' } | { readonly step: 'more'; readonly done: Done };

export interface Process<Done> {
  /** Stands in the heartbeat and in facts: `ingress`, `worker`, `reconciler`. */
  readonly role: string;
  /** One step to its end. A crash inside it leaves a state from which the next call goes on. */
  runOnce(signal: AbortSignal): Promise<StepResult<Done>>;
  /** runOnce until the signal; finishes the step that it is in. Rejects only on what no later step can mend. */
  run(signal: AbortSignal): Promise<void>;
}
