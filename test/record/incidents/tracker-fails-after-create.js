import { ambiguous } from './tracker-times-out-after-create.js';

export const incident = {
  id: 'tracker-fails-after-create',
  title: 'The tracker creates and answers 500',
  sentence:
    'The tracker creates the record, then answers 500; the worker takes that for "not created" and creates again.',
  cause: 'ambiguous-outcome-retry',
  verdict: 'duplicate',
  expected: 2,
  doneOnPurpose:
    'The first create answers 500 after it was done. The first record stands in the log of the tracker only.',
  play: (stage) => ambiguous(stage, 'Ev08D4Y6TX3H', { firstStatus: 500 }),
};
