// Is a token written into a log?
import type { AuditInput } from '../model/audit-input.ts';
import { locate } from '../model/code/locate.ts';
import { isLog } from '../model/code/log-calls.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly name: string;
}

export const secretLogging = defineRule<AuditInput, Args>({
  id: 'secret-logging',
  title: 'A token is written into the log',
  severity: 'warning',
  problem: 'A log is read by many and kept for long. Whoever finds the token there can act as the app.',
  fix: ['Log whether it is set, or a digest of it, never the token itself.'],
  check({ program }) {
    return program.calls.flatMap(({ call, scope }) => {
      const secret = isLog(call)
        ? call.args.map(({ value }) => secretIn(value)).find((one) => one !== undefined)
        : undefined;
      return secret ? [found(this.id, locate(scope.module, call.at), { name: secret })] : [];
    });
  },
  say: ({ name }) => `${name} is written into the log.`,
});

const secrets =
  /^(SLACK_(BOT|APP|USER)_?TOKEN|SLACK_SIGNING_SECRET|SLACK_CLIENT_SECRET|SLACK_TOKEN|signingSecret|signing_secret|botToken|bot_token|appToken|app_token|clientSecret|client_secret)$/;

/** Itself or inside a text; not its length, not whether it is there. */
function secretIn(expr: Expr): string | undefined {
  if (expr.form === 'name' || expr.form === 'member')
    return expr.name !== undefined && secrets.test(expr.name) ? expr.name : undefined;
  if (expr.form !== 'text') return undefined;
  return expr.parts
    .map((part) => (everyExpr(part).length <= 4 ? secretIn(part) : undefined))
    .find((one) => one !== undefined);
}
