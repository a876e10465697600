// From the names of variables that a configuration holds to connections to Slack; the tokens stay inside them.
import type { SlackSettings } from './config/slack-keys.ts';
import { DedupeError } from './errors.ts';
import type { SlackConnection } from './slack/connection.ts';
import { openSlack } from './slack/open.ts';
import { createClient } from './targets/http/client.ts';
import { fetchOver } from './targets/slack/fetch.ts';

export type OpenedToken = readonly [variable: string, connection: SlackConnection | DedupeError];

export interface OpenedSlack {
  readonly bots: readonly OpenedToken[];
  /** With the app-level token; undefined: none is named. */
  readonly app: OpenedToken | undefined;
  close(): Promise<void>;
}

const usual = { bot: 'SLACK_BOT_TOKEN', url: 'https://slack.com/api' };

/** Asks nobody yet. The proxy and the limits are those of every other system that is asked. */
export function openSlackTokens(
  settings: SlackSettings = {},
  env: Readonly<Record<string, string | undefined>>,
): OpenedSlack {
  const url = settings.url ?? usual.url;
  const client = createClient({ url }, {}, { name: 'slack', env, folder: '.' });
  const world = { apiUrl: `${url}/`, fetchFor: (signal: AbortSignal) => fetchOver(client, signal) };
  const open = (variable: string): OpenedToken => {
    const token = env[variable]?.trim();
    if (token) return [variable, openSlack(token, world)];
    return [
      variable,
      new DedupeError('DEDUPE_SLACK_CREDENTIALS', `Slack needs ${variable} in the environment`, {
        hint: 'Tokens come from the environment only, so that no file and no command line holds them.',
      }),
    ];
  };
  return {
    bots: (settings.token_envs ?? [usual.bot]).map(open),
    app: settings.app_token_env === undefined ? undefined : open(settings.app_token_env),
    close: () => client.close(),
  };
}
