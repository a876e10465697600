// A refusal that is sent, and behind which the handler goes on.
import { type Act, canPrecede } from './act.ts';
import { effectOf } from './effects.ts';
import { mentions } from './looks.ts';
import type { Program } from './program.ts';

/** `if (token !== expected) res.status(401).send();` and no return: what makes something comes all the same. */
export function refusedInVain(program: Program, acts: readonly Act[]): Act | undefined {
  return acts.find((act) => {
    const arm = act.arms.at(-1);
    return (
      arm?.side === 'yes' &&
      !arm.ends &&
      act.arms.length === 1 &&
      mentions(arm.test, who) &&
      isRefusal(program, act) &&
      acts.some((one) => canPrecede(act, one) && !one.arms.some(({ id }) => id === arm.id) && makes(program, one))
    );
  });
}

const who = /token|signature|signed|verif|secret|authori[sz]|authentic/i;

function isRefusal(program: Program, { path, expr, scope }: Act): boolean {
  if (!/^http\.response\.(status\(\)\.(send|json|end)|sendStatus)$/.test(path ?? '') || expr?.form !== 'call')
    return false;
  const status = expr.callee.form === 'member' && expr.callee.object.form === 'call' ? expr.callee.object : expr;
  const code = program.constant(status.args[0]?.value, scope);
  return code === 401 || code === 403;
}

function makes(program: Program, act: Act): boolean {
  const effect = effectOf(program, act);
  return effect?.creates === true || effect?.kind === 'slack' || effect?.kind === 'http';
}
