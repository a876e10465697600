// Does what failed for good vanish, so that somebody runs all of it again?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { isAsynchronous } from '../model/subscriptions/deployment/deployment.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly fn: string;
  readonly kinds: readonly string[];
}

export const missingFailureDestination = defineRule<LintInput, Args>({
  id: 'missing-failure-destination',
  title: 'An asynchronous function without a failure destination',
  severity: 'note',
  problem:
    'An event that an asynchronous function could not handle in three tries is dropped. Whoever notices later runs the whole input again, and with it what had been done.',
  fix: ['Give the function an OnFailure destination or a dead-letter queue.'],
  check(input) {
    return deployments(input).flatMap(({ functions }) =>
      functions.flatMap(({ id, location, triggers, hasFailureDestination }) => {
        const kinds = triggers.filter(isAsynchronous).map(({ kind }) => kind);
        if (kinds.length === 0 || hasFailureDestination) return [];
        return [found(this.id, location, { fn: id, kinds: [...new Set(kinds)] })];
      }),
    );
  },
  say: ({ fn, kinds }) => `${fn} is called asynchronously (${kinds.join(', ')}) and has no failure destination.`,
});
