// Does a raw endpoint believe everybody?
import type { AuditInput } from '../model/audit-input.ts';
import { handlerElsewhere } from '../model/code/handler-place.ts';
import { isStub, mayVerify } from '../model/code/signature.ts';
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
    return routes.flatMap((route) =>
      isStub(route) || route.isInvoked || mayVerify(program, route)
        ? []
        : [
            found(
              this.id,
              route.location,
              { framework: route.framework },
              { related: handlerElsewhere(program, route.handler, route.location), certainty: 'consistent' },
            ),
          ],
    );
  },
  say: () =>
    'This receives what Slack sends, and nothing on its way checks a signature: whoever knows the address can send them.',
});
