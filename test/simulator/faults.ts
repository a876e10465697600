// What can be wrong in a system, each as one change of it, and what may be so without being wrong.
import { circumstances } from './circumstances.ts';
import { faultsBefore } from './faults-before.ts';
import { faultsBehind } from './faults-behind.ts';

export { type Fault, links } from './change.ts';

export const faults = { ...faultsBefore, ...faultsBehind, ...circumstances };

export type FaultName = keyof typeof faults;
