// From the names of variables that a configuration holds to connections to Slack; the tokens stay inside them.
import { createHash } from 'node:crypto';
import type { SlackSettings } from './config/slack-keys.ts';
import { DedupeError } from './errors.ts';
import type { Asking } from './slack/ask.ts';
import type { SlackConnection } from './slack/connection.ts';
import { askingWith, openSlack, type SlackWorld } from './slack/open.ts';
import { usualToken } from './slack/usual-token.ts';
import { createClient } from './targets/http/client.ts';
import { fetchOver } from './targets/slack/fetch.ts';

export type OpenedToken = readonly [variable: string, connection: SlackConnection | DedupeError];

export interface OpenedSlack {
  readonly bots: readonly OpenedToken[];
  /** With app-level tokens; none where none is named. */
  readonly apps: readonly OpenedToken[];
  close(): Promise<void>;
}

/** Questions with one token. The digest tells two variables with one token, and is the one that dedupe.instances holds. */
export interface SlackEntrance {
  readonly asking: Asking;
  readonly tokenDigest: string;
}

export interface SlackDoor {
  /** Undefined: the variable is not set. */
  through(variable: string, signal: AbortSignal): SlackEntrance | undefined;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usualUrl = 'https://slack.com/api';

/** Asks nobody yet. The proxy and the limits are those of every other system that is asked. */
export function openSlackTokens(settings: SlackSettings = {}, env: Environment): OpenedSlack {
  const { world, close } = wayTo(settings, env);
  const open = (variable: string): OpenedToken => {
    const token = tokenIn(env, variable);
    return [variable, token ? openSlack(token, world) : credentialsNeeded(variable)];
  };
  return {
    bots: (settings.token_envs ?? [usualToken]).map(open),
    apps: (settings.app_token_envs ?? []).map(open),
    close,
  };
}

/** Whatever else stands in a variable is no business of Slack's, and a configuration may come from anybody. */
function tokenIn(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value !== undefined && /^(?:xox[a-z]|xapp|xwfp)[.-]/.test(value) ? value : undefined;
}

/** For questions about apps and installations, each with the kind of token that it needs. */
export function openSlackDoor(settings: SlackSettings = {}, env: Environment): SlackDoor {
  const { world, close } = wayTo(settings, env);
  return {
    through(variable, signal) {
      const token = tokenIn(env, variable);
      if (!token) return undefined;
      return { asking: askingWith(token, world, signal), tokenDigest: digestOf(token) };
    },
    close,
  };
}

export function credentialsNeeded(variable: string): DedupeError {
  return new DedupeError('DEDUPE_SLACK_CREDENTIALS', `Slack needs ${variable} in the environment`, {
    hint: 'A token of Slack begins with xox or xapp; nothing else is sent. It comes from the environment only, so that no file holds it.',
  });
}

function wayTo(settings: SlackSettings, env: Environment) {
  const url = settings.url ?? usualUrl;
  const client = createClient({ url }, {}, { name: 'slack', env, folder: '.' });
  const world: SlackWorld = { apiUrl: `${url}/`, fetchFor: (signal) => fetchOver(client, signal) };
  return { world, close: () => client.close() };
}

function digestOf(token: string): string {
  return createHash('sha256').update(`token-digest:${token}`).digest('hex').slice(0, 16);
}
