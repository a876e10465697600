// The drill in a configuration: whom it reaches, where effects are counted, what it may do to whom.
import * as z from 'zod/mini';
import { type HookName, hookNames } from '../model/drill-hooks.ts';
import type { Key, Place } from './keys.ts';

const text = () => z.string().check(z.minLength(1));
const address = () =>
  z.string().check(
    z.regex(/^https?:\/\/\S+$/, { abort: true }),
    z.refine((text) => URL.canParse(text)),
  );
/** A number beyond all ports, or an address of none of this machine's, is refused before anything listens. */
const listen = () =>
  z.string().check(
    z.regex(/^(127\.[\d.]+|localhost|\[::1\]):\d{1,5}$/, { abort: true }),
    z.refine((text) => URL.canParse(`http://${text}`)),
  );
const span = () => z.string().check(z.regex(/^\d+(\.\d+)?(ms|s|m|h)$/));
const slackId = () => z.string().check(z.regex(/^[A-Z][A-Z0-9]{2,30}$/));
const few = () => z.number().check(z.int(), z.nonnegative(), z.lte(10));
const count = () =>
  z.strictObject({
    sql: z.optional(text()),
    command: z.optional(text()),
    target: z.optional(text()),
  });

/** Each of several scenarios waits for it: a longer lease is made shorter for the drill. */
const longestRepeatMs = 3_600_000;

/** Built when it is asked for: most calls are no drill. */
export function drillSettings() {
  return z.strictObject({
    receivers: z.optional(z.array(address())),
    interactivity: z.optional(z.array(address())),
    team_id: z.optional(slackId()),
    app_id: z.optional(slackId()),
    channel_id: z.optional(slackId()),
    bot_id: z.optional(slackId()),
    bot_user_id: z.optional(slackId()),
    event: z.optional(z.enum(['message', 'app_mention'])),
    count: z.optional(count()),
    dead_letters: z.optional(count()),
    hooks: z.optional(z.strictObject(Object.fromEntries(hookNames.map((name) => [name, z.optional(text())])))),
    proxy: z.optional(
      z.strictObject({
        listen: listen(),
        upstream: address(),
      }),
    ),
    guard_ttl: z.optional(span()),
    longest_repeat: z.optional(span().check(z.refine((text) => spanMs(text) <= longestRepeatMs))),
    wait: z.optional(span()),
    quiet: z.optional(span()),
    outage: z.optional(span()),
    hold: z.optional(span()),
    retry: z.optional(span()),
    connections: z.optional(z.number().check(z.int(), z.gte(2), z.lte(500))),
    expects: z.optional(
      z.strictObject({ edit: z.optional(few()), thread_reply: z.optional(few()), button: z.optional(few()) }),
    ),
    result_header: z.optional(text()),
    production: z.optional(
      z.strictObject({
        teams: z.optional(z.array(text())),
        apps: z.optional(z.array(text())),
        secret_digests: z.optional(z.array(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)))),
      }),
    ),
  });
}

type Read = z.output<ReturnType<typeof drillSettings>>;
export type DrillSettings = Omit<Read, 'hooks'> & {
  readonly hooks?: Readonly<Partial<Record<HookName, string>>> | undefined;
};

export const drillForms =
  'receivers, interactivity (lists of addresses), team_id, app_id, channel_id, bot_id, bot_user_id, event (message or app_mention), ' +
  'count and dead_letters (each sql, command or target), hooks (commands), proxy (listen on this machine, upstream), ' +
  'guard_ttl, wait, quiet, outage, hold, retry (spans such as 500ms, 30s), longest_repeat (such a span, 1h at most), connections, expects (edit, thread_reply, button), ' +
  'result_header, production (teams, apps, secret_digests: SHA-256 in hexadecimal)';

/** The keys that only drill asks for. */
export function drillKeys(fromHere: (path: string, place: Place) => string) {
  const drill: Key<DrillSettings, DrillSettings | undefined> = {
    summary: 'for drill: receivers, how effects are counted, hooks that kill and restart, and what is production',
    flag: undefined,
    env: undefined,
    allowed: drillForms,
    schema: () => drillSettings() as unknown as z.ZodMiniType<DrillSettings>,
    fallback: undefined,
    settle: (raw) => raw,
    show: (settings) => Object.keys(settings).join(', '),
  };
  const secret: Key<string, string | undefined> = {
    summary: 'secret with which drill signs; without it one is made for each drill and given to the hook start',
    flag: undefined,
    env: 'DEDUPE_DRILL_SECRET',
    allowed: 'a text of at least eight characters',
    schema: () => z.string().check(z.minLength(8)),
    fallback: undefined,
    settle: (raw) => raw,
    secret: true,
    show: () => '***',
  };
  const results: Key<string, string> = {
    summary: 'file in which drill keeps the newest result of each scenario, with its date',
    flag: undefined,
    env: 'DEDUPE_DRILL_RESULTS',
    allowed: 'a path',
    schema: text,
    fallback: 'dedupe-drill.json',
    settle: fromHere,
  };
  return { drill, drill_secret: secret, drill_results: results };
}

export function spanMs(text: string): number {
  const [, amount = '0', unit = 'ms'] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  return Number(amount) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit as 'ms'];
}
