// Is a FIFO queue taken for a dedupe store?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { queueOf } from '../model/subscriptions/deployment/deployment.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly queue: string;
}

export const fifoWindow = defineRule<LintInput, Args>({
  id: 'fifo-window',
  title: 'A FIFO queue forgets after five minutes',
  severity: 'note',
  problem:
    'A FIFO queue drops a message whose deduplication id it has seen in the last five minutes. The third retry of Slack comes after six, a redrive after days, and a second run of the function is no second message at all.',
  fix: ['Keep the FIFO queue for the order, and claim the event id in a durable store with a unique index.'],
  check(input) {
    return deployments(input).flatMap((deployment) => {
      const fed = deployment.functions.flatMap(({ triggers }) => triggers.map((one) => queueOf(deployment, one)));
      return deployment.queues
        .filter((queue) => queue.isFifo && fed.includes(queue))
        .map((queue) => found(this.id, queue.location, { queue: queue.names[0] ?? '' }));
    });
  },
  say: ({ queue }) => `${queue} remembers deduplication ids for five minutes; the last retry of Slack comes after six.`,
});
