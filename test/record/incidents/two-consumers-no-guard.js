import { announce } from './two-consumers-check-then-act.js';

export const incident = {
  id: 'two-consumers-no-guard',
  title: 'Two consumers, both act',
  sentence: 'An old process was never stopped: both hear the event and both make the task.',
  cause: 'parallel-consumers',
  also: ['no-idempotency-guard'],
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose: 'As two-consumers-check-then-act, without any guard. One delivery, answered fast.',

  async play(stage) {
    await stage.start('subscriber', { instance: 'subscriber-1', version: '3.6.0', workMs: 40 });
    await stage.start('subscriber', { instance: 'subscriber-2', workMs: 40 });
    return announce(stage, 'Ev08J1B7PE4W');
  },
};
