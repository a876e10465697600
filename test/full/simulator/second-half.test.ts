import { halfOfTheRuns } from './half.ts';

halfOfTheRuns('second', 1);
