// Does Bolt, or a check of one's own, let everybody in?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { placeOf } from '../model/code/answers.ts';
import { locate } from '../model/code/locate.ts';
import { mentions } from '../model/code/looks.ts';
import type { Program } from '../model/code/program.ts';
import { defineRule, found } from '../model/found.ts';
import type { Finding } from '../model/rule.ts';

interface Args {
  readonly option: string;
  /** `unset`: a check of one's own lets everybody in where it has no secret. */
  readonly how: 'off' | 'unset';
}

export const signatureCheckDisabled = defineRule<AuditInput, Args>({
  id: 'signature-check-disabled',
  title: 'The signature of a request is not checked',
  severity: 'note',
  problem:
    'With the check off, anybody who knows the address can send events, as often as they like, and each is handled.',
  fix: [
    'Remove the option: the check is on by default. For tests sign the requests with a secret of the tests.',
    'Where the secret is not set, refuse to start, or refuse the request.',
  ],
  check({ program, apps }) {
    const off = apps.flatMap(({ call, scope }): Finding<Args>[] => {
      const python = call.args.find(({ keyword }) => keyword === 'request_verification_enabled')?.value;
      const field = program.fieldOf(call.args[0]?.value, 'signatureVerification', scope);
      const given = python ? { value: python, scope } : field;
      if (!given || program.constant(given.value, given.scope) !== false) return [];
      return [
        found(this.id, locate(given.scope.module, given.value.at), {
          option: python ? 'request_verification_enabled' : 'signatureVerification',
          how: 'off',
        }),
      ];
    });
    const unset = program.modules.flatMap(({ module, functions }): Finding<Args>[] =>
      module.language === 'python' || !/signing_?secret/i.test(module.text)
        ? []
        : functions.flatMap(({ fn }) => {
            const hit =
              checks.test(fn.name ?? '') || fn.name === undefined ? letsIn(program, actsOf(program, fn)) : undefined;
            return hit ? [found(this.id, placeOf(hit), { option: 'the signing secret', how: 'unset' })] : [];
          }),
    );
    return [...off, ...unset];
  },
  say: ({ option, how }) =>
    how === 'off'
      ? `${option} is off: whoever knows the address can send events.`
      : `Where ${option} is not set, this says that the signature is right: whoever knows the address can send events.`,
});

const checks = /verif|valid|check|authentic|fromSlack/i;

/** `if (!SECRET) return true`, in what compares signatures further below. */
function letsIn(program: Program, acts: readonly Act[]): Act | undefined {
  const isCheck = acts.some(({ path }) =>
    /^(node:)?crypto(\.default)?\.(createHmac|timingSafeEqual)\b/.test(path ?? ''),
  );
  if (!isCheck) return undefined;
  return acts.find(({ kind, expr, scope, arms, frames }) => {
    const arm = arms.at(-1);
    if (kind !== 'return' || frames.length > 1 || arms.length !== 1 || arm?.side !== 'yes') return false;
    const { test } = arm;
    return (
      test.form === 'operation' &&
      test.sign === 'not' &&
      test.parts.some((one) => mentions(one, /signing_?secret/i)) &&
      program.constant(expr, scope) === true
    );
  });
}
