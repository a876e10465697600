// Does the whole payload go into the log?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { isLog } from '../model/code/log-calls.ts';
import { mentions } from '../model/code/looks.ts';
import { isAnotherByNow, payloadAt } from '../model/code/payload-of.ts';
import type { Program } from '../model/code/program.ts';
import type { Expr } from '../model/code/syntax.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly what: string;
}

export const payloadLogging = defineRule<AuditInput, Args>({
  id: 'payload-logging',
  title: 'The whole payload is written into the log',
  severity: 'note',
  problem:
    'A payload holds what people wrote, who they are, and with commands and clicks a response_url with which anybody can answer. The log keeps it longer and shows it to more people than Slack does.',
  fix: ['Log the ids that a duplicate is traced by: event_id, team, channel, ts, retry number.'],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const withText = listeners.filter(({ wanted }) => wanted?.is !== 'text' || !withoutText.test(wanted.value));
    return [...withText, ...routes].flatMap(({ acts }) =>
      acts.flatMap((act) => {
        if (act.kind !== 'call' || act.expr?.form !== 'call' || seen.has(act.expr) || !isLog(act.expr)) return [];
        const what = act.expr.args.map(({ value }) => payloadIn(program, value, act)).find((one) => one !== undefined);
        if (what === undefined) return [];
        seen.add(act.expr);
        return [found(this.id, placeOf(act), { what })];
      }),
    );
  },
  say: ({ what }) => `${what} goes into the log whole, with what people wrote in it.`,
});

/** Events in which nobody has written anything. */
const withoutText =
  /^(app_uninstalled|tokens_revoked|file_(shared|created|deleted|public)|reaction_(added|removed)|member_(joined|left)_channel|app_rate_limited)$/;

/** The payload itself, written out or inside a text; not one field of it. */
function payloadIn(program: Program, expr: Expr, act: Act): string | undefined {
  if (expr.form === 'name' && isAnotherByNow(program, expr, act)) return undefined;
  // The handshake holds nothing of anybody.
  if (act.arms.some(({ test, side }) => side === 'yes' && mentions(test, /^url_verification$|^challenge$/)))
    return undefined;
  return payloadAt(program, expr, act.scope)?.replace(/^(slack|http|lambda|flask)\./, '');
}
