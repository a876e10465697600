// Does a raw endpoint believe everybody?
import type { AuditInput } from '../model/audit-input.ts';
import { mentionsAnywhere } from '../model/code/every-expr.ts';
import { looksAt } from '../model/code/looks.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly framework: string;
}

export const signatureNotVerified = defineRule<AuditInput, Args>({
  id: 'signature-not-verified',
  title: 'A Slack endpoint does not check who sends',
  severity: 'warning',
  problem: 'Without the signature anybody who knows the address can send events and repeat them, and each is handled.',
  fix: [
    'Verify X-Slack-Signature over the raw body with the signing secret before anything is parsed, and refuse what is older than five minutes.',
  ],
  check({ program, routes }) {
    // One look anywhere in the project, and nothing is claimed.
    if (routes.length === 0 || mentionsAnywhere(program, /sign(ing|ature)|hmac|verification_?token|verify/i)) return [];
    return routes.flatMap(({ location, framework, acts }) =>
      // The older check: the token that stands in the body.
      looksAt(acts, /^(\w*_)?token$/i) ? [] : [found(this.id, location, { framework }, { certainty: 'consistent' })],
    );
  },
  say: () =>
    'This receives events from Slack, and nothing in the code checks a signature: whoever knows the address can send them.',
});
