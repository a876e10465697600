// From flags and configuration to what a drill needs. Everything that cannot be meant is told before anything is sent.
import { spanMs } from '../../config/drill-keys.ts';
import type { Context } from '../../context.ts';
import type { Production } from '../../drill/runner/refusals.ts';
import type { Identity } from '../../drill/world/act.ts';
import { newSecret } from '../../drill/world/chance.ts';
import type { Expects, Timing } from '../../drill/world/drill.ts';
import { DedupeError } from '../../errors.ts';

export interface Flags {
  readonly args: readonly string[];
  readonly countSql?: string | undefined;
  readonly countCommand?: string | undefined;
  readonly countTarget?: string | undefined;
  readonly rounds?: string | undefined;
  readonly allowRemote?: boolean | undefined;
}

export function receiversOf({ args }: Flags, { config }: Context): URL[] {
  const named = args.length > 0 ? args : (config.drill.value?.receivers ?? []);
  if (named.length === 0)
    throw new DedupeError('DEDUPE_USAGE', 'no receiver is named', {
      hint: 'For example dedupe drill http://localhost:3000/slack/events --count-sql …; dedupe drill --list needs none.',
    });
  return named.map(addressOf);
}

export function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new DedupeError('DEDUPE_USAGE', `"${text}" is no address of a receiver`, {
    hint: 'For example http://localhost:3000/slack/events.',
  });
}

/** The receivers must know the secret: it was given to both, or the hook that starts them is given it. */
export function secretOf({ config }: Context): string {
  const given = config.drill_secret.value;
  if (given !== undefined) return given;
  if (config.drill.value?.hooks?.start !== undefined) return newSecret();
  throw new DedupeError('DEDUPE_USAGE', 'the receivers cannot know with which secret the drill signs', {
    hint: 'Give both the same one (DEDUPE_DRILL_SECRET, and the app as its signing secret), or let the hook start begin the app with DRILL_SECRET.',
  });
}

/** Ids that Slack gives to nobody. A channel of its own for each drill keeps them apart where only channel and ts are kept. */
export function identityOf({ config }: Context, nonce: string): Identity {
  const given = config.drill.value;
  return {
    teamId: given?.team_id ?? 'T0DRILLTEAM',
    appId: given?.app_id ?? 'A0DRILLAPP',
    channelId: given?.channel_id ?? `C0D${nonce}`,
    botId: given?.bot_id ?? 'B0DRILLBOT',
    botUserId: given?.bot_user_id ?? 'U0DRILLBOT',
  };
}

export function timingOf({ config }: Context): Timing {
  const given = config.drill.value;
  const or = (text: string | undefined, ms: number) => (text === undefined ? ms : spanMs(text));
  return {
    waitMs: or(given?.wait, 30_000),
    quietMs: or(given?.quiet, 2_000),
    outageMs: or(given?.outage, 10_000),
    holdMs: or(given?.hold, 2_000),
    retryMs: or(given?.retry, 1_000),
    longestRepeatMs: given?.longest_repeat === undefined ? undefined : spanMs(given.longest_repeat),
  };
}

export function expectsOf({ config }: Context): Expects {
  const given = config.drill.value?.expects;
  return { edit: given?.edit ?? 0, threadReply: given?.thread_reply ?? 1, button: given?.button ?? 0 };
}

export function roundsOf({ rounds = '10' }: Flags): number {
  if (/^[1-9]\d{0,3}$/.test(rounds)) return Number(rounds);
  throw new DedupeError('DEDUPE_USAGE', `--rounds ${rounds} is not a whole number from 1 to 9999`);
}

/** Lint is told of production by other keys than the drill, and it is the same one. */
export function productionIn({ drill, production_workspaces, manifests }: Context['config']): Production[] {
  const { teams = [], apps = [], secret_digests: secretDigests = [] } = drill.value?.production ?? {};
  const installed = Object.values(manifests.value).filter(({ environment }) => environment === 'production');
  return [
    { where: 'drill.production', teams, apps, secretDigests },
    { where: 'production_workspaces', teams: production_workspaces.value },
    { where: 'manifests with environment: production', teams: installed.flatMap(({ workspaces }) => workspaces) },
  ];
}
