// Does Bolt let everybody in?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly option: string;
}

export const signatureCheckDisabled = defineRule<AuditInput, Args>({
  id: 'signature-check-disabled',
  title: 'The signature of a request is not checked',
  severity: 'note',
  problem:
    'With the check off, anybody who knows the address can send events, as often as they like, and each is handled.',
  fix: ['Remove the option: the check is on by default. For tests sign the requests with a secret of the tests.'],
  check({ program, apps }) {
    return apps.flatMap(({ call, scope }) => {
      const python = call.args.find(({ keyword }) => keyword === 'request_verification_enabled')?.value;
      const field = program.fieldOf(call.args[0]?.value, 'signatureVerification', scope);
      const given = python ? { value: python, scope } : field;
      if (!given || program.constant(given.value, given.scope) !== false) return [];
      return [
        found(this.id, locate(given.scope.module, given.value.at), {
          option: python ? 'request_verification_enabled' : 'signatureVerification',
        }),
      ];
    });
  },
  say: ({ option }) => `${option} is off: whoever knows the address can send events.`,
});
