import { halfOfTheRuns } from './half.ts';

halfOfTheRuns('first', 0);
