// Workers die at every step, sessions are ended and answers are lost: does every event still end with one object, or say that it is not known?
import { test } from 'vitest';
import { playSchedules, seed } from '../../../pipeline/worker/schedules.ts';

const number = 2_000;

test(
  `${number} schedules of deaths, ended sessions and lost answers, seed ${seed}: none lost, none double`,
  { timeout: 1_200_000 },
  (context) => playSchedules(context, number),
);
