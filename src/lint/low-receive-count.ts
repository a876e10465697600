// Does a queue give a message up after a few tries?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly queue: string;
  readonly count: number;
}

export const lowReceiveCount = defineRule<LintInput, Args>({
  id: 'low-receive-count',
  title: 'A message goes to the dead letters after a few receives',
  severity: 'note',
  problem:
    'Receives count, not failures: throttling, a deployment and a scaling function use them up. Messages that nobody has tried land among the dead letters, and a redrive of all of them repeats those that were done. AWS advises five or more.',
  fix: [
    'Set maxReceiveCount to five or more.',
    'Before a redrive, look up for each message whether its effect is there.',
  ],
  check(input) {
    return deployments(input).flatMap(({ queues }) =>
      queues.flatMap(({ names, receiveCount }) => {
        const count = receiveCount?.value;
        if (!receiveCount || count === undefined || count >= 5) return [];
        return [found(this.id, receiveCount.location, { queue: names[0] ?? '', count })];
      }),
    );
  },
  say: ({ queue, count }) =>
    `${queue} gives a message up after ${count} receive${count === 1 ? '' : 's'}; AWS advises at least 5.`,
});
