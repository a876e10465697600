// A case of a step: what was seen, what follows, and what the evidence says.
import type { Checkup, StepState } from '../../src/model/checkup.ts';
import { blind } from './checkups.ts';

export interface Case {
  readonly step: string;
  readonly name: string;
  readonly state: StepState;
  /** In the evidence of that state. */
  readonly says: string | RegExp;
  readonly checkup: Checkup;
}

export const of =
  (step: string) =>
  (state: StepState, name: string, says: string | RegExp, parts: Partial<Checkup>): Case => ({
    ...{ step, name, state, says },
    checkup: { ...blind, ...parts },
  });
