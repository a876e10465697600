// Never two objects inside the declared maximum, never a lost one, every later one told.
import { test } from 'vitest';
import { playInterleavings, seed } from './interleavings.ts';

test(`worker and reconcile in any order, dying at any step (seed ${seed})`, (context) => playInterleavings(context, 6));
