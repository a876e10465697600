// May the function that answers Slack run longer than Slack waits?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { deployments } from '../model/subscriptions/deployment/index.ts';

interface Args {
  readonly fn: string;
  readonly path: string;
  readonly timeoutS: number;
}

export const slowSlackEndpoint = defineRule<LintInput, Args>({
  id: 'slow-slack-endpoint',
  title: 'A Slack endpoint may take longer than Slack waits',
  severity: 'note',
  problem:
    'Slack waits three seconds and then sends the event again. A function that may run longer, and works before it answers, is still at it when the copy arrives. The time-out alone makes no answer late; it shows that nothing stops the work in time.',
  fix: [
    'Let the function verify, register the event durably and answer; a second function does the work.',
    'With Bolt set processBeforeResponse only where the handlers are that short.',
  ],
  check(input) {
    return deployments(input).flatMap(({ functions }) =>
      functions.flatMap(({ id, timeoutS, triggers }) => {
        const endpoint = triggers.find(({ path }) => path !== undefined && /(^|[/_-])slack([/_-]|$)/i.test(path));
        if (!endpoint?.path || timeoutS.value === undefined || timeoutS.value <= 3) return [];
        const related = [noted(endpoint.location, 'Slack calls it here')];
        const args = { fn: id, path: endpoint.path, timeoutS: timeoutS.value };
        return [found(this.id, timeoutS.location, args, { related, certainty: 'consistent' })];
      }),
    );
  },
  say: ({ fn, path, timeoutS }) =>
    `${fn} answers ${path} and may run for ${timeoutS} s; Slack waits 3 s and sends again.`,
});
