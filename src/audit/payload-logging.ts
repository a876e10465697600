// Does the whole payload go into the log?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { placeOf } from '../model/code/answers.ts';
import { inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import { isLogCall, isOwnLog } from '../model/code/log-calls.ts';
import { mentions } from '../model/code/looks.ts';
import { payloadIn } from '../model/code/payload.ts';
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
    const fronts = inFrontOfBolt(program, /request|event/);
    const seen = new Set<unknown>();
    const lazy = listeners.flatMap((one) => one.lazy.map((fn) => ({ acts: actsOf(program, fn) })));
    const withText = listeners.filter(({ wanted }) => wanted?.is !== 'text' || !withoutText.test(wanted.value));
    return [...withText, ...lazy, ...routes, ...fronts].flatMap(({ acts }) =>
      acts.flatMap((act) => {
        if (act.kind !== 'call' || act.expr?.form !== 'call' || seen.has(act.expr)) return [];
        if (!isLogCall(program, act.expr, act.scope) && !(act.local && isOwnLog(act.local))) return [];
        if (isHandshake(act)) return [];
        const what = act.expr.args
          // What stands in extra is written only where the format asks for it.
          .map(({ value, keyword }) => (keyword === 'extra' ? undefined : payloadIn(program, value, act)))
          .find((one) => one !== undefined);
        if (what === undefined) return [];
        seen.add(act.expr);
        return [found(this.id, placeOf(act), { what })];
      }),
    );
  },
  say: ({ what }) => `${what} goes into the log whole, with what people wrote in it.`,
});

/** Events in which nobody has written anything, and what slackeventsapi calls an error. */
const withoutText =
  /^(error|app_uninstalled|tokens_revoked|file_(shared|created|deleted|public)|reaction_(added|removed)|member_(joined|left)_channel|app_rate_limited)$/;

/** The handshake holds nothing of anybody. */
function isHandshake({ arms }: Act): boolean {
  return arms.some(({ test, side }) => side === 'yes' && mentions(test, /^url_verification$|^challenge$/));
}
