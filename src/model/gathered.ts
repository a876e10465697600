// What all sources said, before anything is made of it: one judgement follows from it, whenever and wherever it is made.
import type { TimelineInput } from './timeline/build.ts';

export type Gathered = Omit<TimelineInput, 'providerOf'>;
