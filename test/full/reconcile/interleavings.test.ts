// The same as in the everyday suite, many more times.
import { test } from 'vitest';
import { playInterleavings, seed } from '../../reconcile/interleavings.ts';

test(`worker and reconcile in many orders, dying at any step (seed ${seed})`, (context) =>
  playInterleavings(context, 250));
