// Does Bolt, or a check of one's own, let everybody in?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { placeOf } from '../model/code/answers.ts';
import { locate } from '../model/code/locate.ts';
import { mentions } from '../model/code/looks.ts';
import type { Program } from '../model/code/program.ts';
import { lookUp, type Scope } from '../model/code/scope.ts';
import type { Expr } from '../model/code/syntax.ts';
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
  check({ program, apps, routes }) {
    const off = apps.flatMap(({ call, scope }): Finding<Args>[] => {
      const python = call.args.find(({ keyword }) => keyword === 'request_verification_enabled')?.value;
      const field = program.fieldOf(call.args[0]?.value, 'signatureVerification', scope);
      const given = python ? { value: python, scope } : field;
      if (python && isWhetherSet(python))
        return [found(this.id, locate(scope.module, python.at), { option: 'the signing secret', how: 'unset' })];
      if (!given || program.constant(given.value, given.scope) !== false) return [];
      return [
        found(this.id, locate(given.scope.module, given.value.at), {
          option: python ? 'request_verification_enabled' : 'signatureVerification',
          how: 'off',
        }),
      ];
    });
    const unset = program.modules.flatMap(({ module, functions }): Finding<Args>[] =>
      !/signing_?secret/i.test(module.text)
        ? []
        : functions.flatMap(({ fn }) => {
            const hit =
              checks.test(fn.name ?? '') || fn.name === undefined ? letsIn(program, actsOf(program, fn)) : undefined;
            return hit ? [found(this.id, placeOf(hit), { option: 'the signing secret', how: 'unset' })] : [];
          }),
    );
    const asked = routes.flatMap(({ acts }): Finding<Args>[] => {
      const hit = acts.find(
        ({ kind, expr, scope }) => kind === 'test' && expr !== undefined && isOnlyWhereSet(program, expr, scope),
      );
      return hit ? [found(this.id, placeOf(hit), { option: 'the signing secret', how: 'unset' })] : [];
    });
    return [...off, ...unset, ...asked];
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
    /^(node:)?crypto(\.default)?\.(createHmac|timingSafeEqual)\b|^hmac\.(new|compare_digest)$/.test(path ?? ''),
  );
  if (!isCheck) return undefined;
  return acts.find(({ kind, expr, scope, arms, frames }) => {
    const arm = arms.at(-1);
    if (kind !== 'return' || frames.length > 1 || arms.length !== 1 || arm?.side !== 'yes') return false;
    const { test } = arm;
    return (
      test.form === 'operation' &&
      test.sign === 'not' &&
      test.parts.some((one) => isSecret(one, scope)) &&
      program.constant(expr, scope) === true
    );
  });
}

/** `secret` alone says less than what it is bound to: `os.environ.get("SLACK_SIGNING_SECRET")`. */
function isSecret(expr: Expr, scope: Scope): boolean {
  if (mentions(expr, /signing_?secret/i)) return true;
  return (
    expr.form === 'name' &&
    lookUp(scope, expr.name).some((one) => one.is === 'value' && mentions(one.value, /signing_?secret/i))
  );
}

/** `if SIGNING_SECRET and not verify(request)`, `if verifier and not verifier.is_valid(…)` where there may be none. */
function isOnlyWhereSet(program: Program, test: Expr, scope: Scope): boolean {
  if (test.form !== 'operation' || test.sign !== 'and' || scope.module.language !== 'python') return false;
  const [left, right] = test.parts;
  if (right?.form !== 'operation' || right.sign !== 'not' || right.parts[0]?.form !== 'call') return false;
  if (!left || (left.form !== 'name' && left.form !== 'member') || !mentions(right.parts[0].callee, checks))
    return false;
  if (isSecret(left, scope)) return true;
  const bound = left.form === 'name' ? lookUp(scope, left.name) : [];
  return bound.some(
    (one) =>
      one.is === 'value' &&
      one.value.form === 'choice' &&
      isSecret(one.value.test, one.scope) &&
      program.constant(one.value.no, one.scope) === null,
  );
}

/** `bool(secret)`, `secret is not None`. */
function isWhetherSet(expr: Expr): boolean {
  if (expr.form === 'call')
    return expr.callee.form === 'name' && expr.callee.name === 'bool' && mentions(expr, /signing_?secret/i);
  return expr.form === 'operation' && expr.sign === 'is not' && mentions(expr, /signing_?secret/i);
}
