// Does a queue keep for ever what its function cannot do?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { queueOf } from '../model/subscriptions/deployment/deployment.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly queue: string;
  readonly fn: string;
}

export const missingDeadLetterQueue = defineRule<LintInput, Args>({
  id: 'missing-dead-letter-queue',
  title: 'A queue without dead letters',
  severity: 'warning',
  problem:
    'Without a redrive policy a message that fails is handed out again and again until its retention ends: each attempt repeats what the ones before it did in front of the failure.',
  fix: [
    'Give the queue a RedrivePolicy with a dead-letter queue and a maxReceiveCount of five or more.',
    'Make each attempt safe: claim, commit, release only on proven failure.',
  ],
  check(input) {
    return deployments(input).flatMap((deployment) =>
      deployment.functions.flatMap(({ id, triggers }) =>
        triggers.flatMap((trigger) => {
          const queue = trigger.kind === 'sqs' ? queueOf(deployment, trigger) : undefined;
          if (!queue || queue.hasDeadLetters) return [];
          return [found(this.id, queue.location, { queue: queue.names[0] ?? '', fn: id })];
        }),
      ),
    );
  },
  say: ({ queue, fn }) =>
    `${queue} feeds ${fn} and has no RedrivePolicy: what fails is run again until its retention ends.`,
});
