import { announce } from './two-consumers-check-then-act.js';

export const incident = {
  id: 'two-consumers-own-memory',
  title: 'Two consumers, each with a memory of its own',
  sentence: 'Two subscribers hear one event; each asks its own Set, claims it there, and makes the task.',
  cause: 'dedupe-store-volatile',
  also: ['parallel-consumers'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The app announces the event with NOTIFY; two processes listen. The guard asks and marks a Set in one step, so it is atomic, and each process has one.',

  async play(stage) {
    await stage.start('subscriber', { instance: 'subscriber-1', guard: 'memory', workMs: 250 });
    await stage.start('subscriber', { instance: 'subscriber-2', guard: 'memory', workMs: 250 });
    return announce(stage, 'Ev08H2Y7QC3D');
  },
};
