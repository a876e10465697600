// What became of an effect. There is no boolean success anywhere in this program.
import type { outcomes } from './fact-fields.ts';

/**
 * `done`: it exists. `refused`: proven not executed. `unknown`: a dropped connection, a time-out after the first byte,
 * a 5xx without proof. Unknown is never turned into refused.
 */
export type Outcome = (typeof outcomes)[number];
