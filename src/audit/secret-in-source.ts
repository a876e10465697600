// Does a token of Slack stand in the code?
import type { AuditInput } from '../model/audit-input.ts';
import { everyExprIn } from '../model/code/every-expr.ts';
import { locate } from '../model/code/locate.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly kind: string;
}

export const secretInSource = defineRule<AuditInput, Args>({
  id: 'secret-in-source',
  title: 'A Slack token stands in the source code',
  severity: 'note',
  problem:
    'Whoever reads the repository can act as the app: a second program on the same token takes events away and answers them a second time.',
  fix: ['Revoke the token in the settings of the app, and read the new one from the environment.'],
  check({ program }) {
    return everyExprIn(program, /xox[bpars]-|xapp-|hooks\.slack\.com/).flatMap(({ expr, module }) => {
      if (expr.form !== 'text' || expr.value === undefined) return [];
      const kind = kinds.find(([pattern]) => pattern.test(expr.value ?? ''))?.[1];
      return kind && !isPlaceholder(expr.value) ? [found(this.id, locate(module, expr.at), { kind })] : [];
    });
  },
  say: ({ kind }) => `A ${kind} stands here in the clear.`,
});

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^xox[bpars]-\d{6,}-[\w-]{16,}$/, 'token'],
  [/^xapp-\d-A[A-Z0-9]{6,}-\d+-[0-9a-f]{32,}$/, 'app-level token'],
  [/^https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/\w{20,}$/, 'webhook address'],
];

/** One letter again and again, or words that say so. */
function isPlaceholder(text: string): boolean {
  return /example|placeholder|your|dummy|fake|test|(.)\1{7,}|1234567|abcdef/i.test(text);
}
