// Slack itself as a source: names of the variables that hold tokens, never a token.
import * as z from 'zod/mini';
import type { Key } from './keys.ts';

/** A token has a dash in it and a variable has none: a token that was pasted here is refused, and not shown. */
const variable = () => z.string().check(z.regex(/^[A-Za-z_]\w*$/));
const settings = () =>
  z.strictObject({
    token_envs: z.optional(z.array(variable())),
    app_token_envs: z.optional(z.array(variable())),
    admin_token_env: z.optional(variable()),
    config_token_env: z.optional(variable()),
    url: z.optional(
      z
        .string()
        .check(z.regex(/^(?:https:\/\/[^\s/@?#]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?)(\/[^\s?#]*)?$/)),
    ),
  });

export type SlackSettings = z.output<ReturnType<typeof settings>>;

const slack: Key<SlackSettings, SlackSettings | undefined> = {
  summary:
    'Slack as a source for trace, and the installations that audit asks about: names of the variables that hold tokens',
  flag: undefined,
  env: undefined,
  allowed:
    'names of variables: token_envs (a list, one bot token for each installation), app_token_envs (a list of app-level tokens), admin_token_env, config_token_env; url (https, or http on this machine)',
  schema: () => settings() as unknown as z.ZodMiniType<SlackSettings>,
  fallback: undefined,
  settle: (raw) => raw,
  secret: true,
  show: (given) =>
    Object.entries(given)
      .map(([name, value]) => `${name}: ${[value].flat().join(' ')}`)
      .join(', '),
};

export const slackKeys = { slack };
