// Does one failed message bring its whole batch back?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly fn: string;
  readonly batchSize: number;
  readonly isDefault: boolean;
}

export const batchWithoutPartialResponse = defineRule<LintInput, Args>({
  id: 'batch-without-partial-response',
  title: 'One failure repeats the whole batch',
  severity: 'warning',
  problem:
    'When a function that got several messages fails, all of them become visible again, those that were done too. With partial batch responses only the failed ones come back.',
  fix: [
    'Set FunctionResponseTypes to ReportBatchItemFailures, and answer with the ids of the messages that failed.',
    'Or set the batch size to 1.',
  ],
  check(input) {
    return deployments(input).flatMap(({ functions }) =>
      functions.flatMap(({ id, triggers }) =>
        triggers.flatMap(({ kind, batchSize, hasPartialResponse, location }) => {
          const size = batchSize ?? defaultBatchSize;
          if (kind !== 'sqs' || size <= 1 || hasPartialResponse) return [];
          return [found(this.id, location, { fn: id, batchSize: size, isDefault: batchSize === undefined })];
        }),
      ),
    );
  },
  say: ({ fn, batchSize, isDefault }) =>
    `${fn} takes up to ${batchSize} messages at once${isDefault ? ' (the default)' : ''} and reports no single failures: one that fails brings all of them back.`,
});

/** SQS gives a function so many messages at once when nothing is said. */
const defaultBatchSize = 10;
