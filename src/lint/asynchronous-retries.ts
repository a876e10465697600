// Does the platform run a failed function again, effects and all?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { isAsynchronous } from '../model/subscriptions/deployment/deployment.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly fn: string;
  readonly kinds: readonly string[];
}

export const asynchronousRetries = defineRule<LintInput, Args>({
  id: 'asynchronous-retries',
  title: 'A failed asynchronous call is run twice more',
  severity: 'note',
  problem:
    'Lambda runs an asynchronous call that failed or timed out twice more, after one minute and after two, under the same request id. What the first run had done before it failed is done again.',
  fix: [
    'Claim the event before the effect, under a key that all three runs share.',
    'Where a repeat is worse than a loss set MaximumRetryAttempts to 0 and name a failure destination; where it is not, leave it.',
  ],
  check(input) {
    return deployments(input).flatMap(({ functions }) =>
      functions.flatMap(({ id, location, triggers, maximumRetries }) => {
        const kinds = triggers.filter(isAsynchronous).map(({ kind }) => kind);
        if (kinds.length === 0 || maximumRetries !== undefined) return [];
        return [found(this.id, location, { fn: id, kinds: [...new Set(kinds)] })];
      }),
    );
  },
  say: ({ fn, kinds }) =>
    `${fn} is called asynchronously (${kinds.join(', ')}): a failed run is repeated twice by the platform.`,
});
