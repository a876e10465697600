// Does the app ask Slack not to send again, instead of answering in time?
import type { AuditInput } from '../model/audit-input.ts';
import { everyExprIn } from '../model/code/every-expr.ts';
import { locate } from '../model/code/locate.ts';
import type { Expr } from '../model/code/syntax.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly header: string;
  readonly isMisspelt: boolean;
}

export const retriesDisabled = defineRule<AuditInput, Args>({
  id: 'retries-disabled',
  title: 'Slack is asked not to send again',
  severity: 'note',
  problem:
    'The header that asks for no retry is read only in an answer that is not 200. After a time-out there is no answer that Slack could read, so it does not stop the most ordinary retry; where it works, an event that failed is lost.',
  fix: [
    'Answer 200 within three seconds and handle copies: the header then has nothing to do.',
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program }) {
    const standing = everyExprIn(program, /x-slack-no-?retr/i);
    const asked = new Set(standing.flatMap(({ expr }) => askedFor(expr)));
    const headers = standing.flatMap(({ expr, module }) => {
      if (asked.has(expr)) return [];
      const names =
        expr.form === 'text' && expr.value !== undefined
          ? [expr.value]
          : expr.form === 'object'
            ? expr.entries.flatMap(({ key }) => key ?? [])
            : [];
      const header = names.find((name) => /^x-slack-no-?retr(y|ies)$/i.test(name));
      if (header === undefined) return [];
      return [
        found(this.id, locate(module, expr.at), { header, isMisspelt: header.toLowerCase() !== 'x-slack-no-retry' }),
      ];
    });
    const invocations = everyExprIn(program, /MaximumRetryAttempts/).flatMap(({ expr, module, scope }) => {
      const value =
        expr.form === 'object'
          ? expr.entries.find(({ key }) => key === 'MaximumRetryAttempts')?.value
          : expr.form === 'call'
            ? expr.args.find(({ keyword }) => keyword === 'MaximumRetryAttempts')?.value
            : undefined;
      if (!value || program.constant(value, scope) !== 0) return [];
      return [found(this.id, locate(module, value.at), { header: 'MaximumRetryAttempts: 0', isMisspelt: false })];
    });
    return [...headers, ...invocations];
  },
  say: ({ header, isMisspelt }) => {
    if (header === 'MaximumRetryAttempts: 0')
      return 'An asynchronous invocation that fails is not made again: whatever Slack was already answered for is lost, and the copies that were meant come from Slack all the same.';
    return isMisspelt
      ? `${header} is no header that Slack knows (X-Slack-No-Retry), and that one does not stop a retry after a time-out either.`
      : `${header} does not stop a retry after a time-out, and loses the event after a failure.`;
  },
});

/** A header of the request is read: `headers.get(name)`, `req.header(name)`, `name in headers`. */
function askedFor(expr: Expr): Expr[] {
  if (expr.form === 'operation') return expr.parts.slice(0, 1);
  if (expr.form !== 'call' || expr.callee.form !== 'member') return [];
  const [first, second] = expr.args;
  const { name } = expr.callee;
  const reads = name === 'get' || name === 'has' || (name === 'header' && second === undefined);
  return first && reads ? [first.value] : [];
}
