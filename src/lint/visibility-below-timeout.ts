// Is a message visible again while the function still works on it?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { queueOf } from '../model/subscriptions/deployment/deployment.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly queue: string;
  readonly visibilityS: number;
  readonly fn: string;
  readonly timeoutS: number;
  readonly isDefault: boolean;
}

export const visibilityBelowTimeout = defineRule<LintInput, Args>({
  id: 'visibility-below-timeout',
  title: 'The queue hands a message out again while it is worked on',
  severity: 'warning',
  problem:
    'A message that was received is hidden for the visibility time-out and then handed out again, whether the first function still works or not. AWS asks for six times the time-out of the function, since a batch can wait for the function too. Below the time-out itself a slow run and its copy surely overlap.',
  fix: [
    'Set the visibility time-out of the queue to at least six times the time-out of the function.',
    'Make the effect safe against a second run as well: SQS delivers at least once.',
  ],
  check(input) {
    return deployments(input).flatMap((deployment) =>
      deployment.functions.flatMap(({ id, timeoutS, triggers }) =>
        triggers.flatMap((trigger) => {
          const queue = trigger.kind === 'sqs' ? queueOf(deployment, trigger) : undefined;
          const visibility = queue?.visibilityS;
          if (visibility?.value === undefined || timeoutS.value === undefined) return [];
          if (visibility.value >= 6 * timeoutS.value) return [];
          const args = {
            ...{ queue: queue?.names[0] ?? '', visibilityS: visibility.value, isDefault: visibility.isDefault },
            ...{ fn: id, timeoutS: timeoutS.value },
          };
          const related = [noted(timeoutS.location, `${id} may run for ${timeoutS.value} s`)];
          const severity = visibility.value < timeoutS.value ? 'error' : 'warning';
          return [found(this.id, visibility.location, args, { related, severity })];
        }),
      ),
    );
  },
  say: ({ queue, visibilityS, fn, timeoutS, isDefault }) =>
    `${queue} hides a message for ${visibilityS} s${isDefault ? ' (the default)' : ''}, and ${fn} may work on it for ${timeoutS} s: ${visibilityS < timeoutS ? 'a second run starts while the first one goes on' : `less than six times as long (${6 * timeoutS} s)`}.`,
});
