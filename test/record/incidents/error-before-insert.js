import { allRetries } from './error-after-insert.js';

export const incident = {
  id: 'error-before-insert',
  title: 'An error before the insert, four times',
  sentence: 'The listener fails before it makes the task; Slack gets a 500 four times in six minutes and gives up.',
  cause: 'ack-missing-or-error',
  verdict: 'lost',
  expected: 0,
  doneOnPurpose: 'As error-after-insert, but the listener throws before the insert, every time.',
  play: (stage) => allRetries(stage, 'Ev08E1L4MT7A', { failBeforeInsert: 'always' }),
};
