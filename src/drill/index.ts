// The list of failure scenarios: one file here does one thing to a receiver and counts the business objects afterwards.
import type { Scenario } from '../model/scenario.ts';

export const scenarios: readonly Scenario[] = [];
