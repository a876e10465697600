// The manifest that Slack uses for an app, as one more file for lint.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { AnyRule } from '../findings/judge.ts';
import type { LintInput } from '../model/lint-input.ts';
import type { SubscriptionFile } from '../model/subscription-file.ts';
import { parseSubscriptionFile } from '../scan/subscriptions/parse.ts';
import { whyNot } from '../slack/ask.ts';
import { readManifest } from '../slack/live-manifest.ts';

const usualVariable = 'SLACK_CONFIG_TOKEN';

export async function liveManifest(appId: string, { config, io }: Context): Promise<SubscriptionFile> {
  if (!/^A[A-Z0-9]{6,}$/.test(appId))
    throw new DedupeError('DEDUPE_USAGE', '--app-id names no Slack app', {
      hint: 'It begins with A and stands on the page of the app at https://api.slack.com/apps.',
    });
  const settings = config.slack.value ?? {};
  const variable = settings.config_token_env ?? usualVariable;
  const { openSlackDoor } = await import('../open-slack.ts');
  const door = openSlackDoor(settings, io.env);
  try {
    const entrance = door.through(variable, io.signal);
    if (entrance === undefined) throw tokenNeeded(variable, !io.env[variable]?.trim());
    const looked = await readManifest(entrance.asking, appId);
    const file = looked.answer === 'found' ? parseSubscriptionFile(`slack:${appId}`, looked.value) : undefined;
    if (file?.state === 'parsed') return file.file;
    const reason = looked.answer === 'cannot-see' ? whyNot(looked) : 'what Slack answered is no manifest';
    throw new DedupeError('DEDUPE_SLACK_UNREACHABLE', `the live manifest of ${appId} could not be read: ${reason}`, {
      hint: hintFor(looked.answer === 'cannot-see' ? looked.reason : '', variable, appId),
    });
  } finally {
    await door.close();
  }
}

const whereTokensAre = 'under "Your App Configuration Tokens" at https://api.slack.com/apps';

function tokenNeeded(variable: string, isUnset: boolean): DedupeError {
  const what = isUnset ? `needs ${variable} in the environment` : `finds no token of Slack in ${variable}`;
  return new DedupeError('DEDUPE_SLACK_CREDENTIALS', `--app-id ${what}`, {
    hint: `Generate an app configuration token (it begins with xoxe. and lives twelve hours) ${whereTokensAre}.`,
  });
}

/** What to do about it, by the word that Slack said. https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests */
function hintFor(reason: string, variable: string, appId: string): string {
  if (/token_expired/.test(reason))
    return `An app configuration token lives twelve hours: generate another ${whereTokensAre}, or exchange its refresh token by tooling.tokens.rotate.`;
  if (/invalid_auth|not_authed|token_revoked|account_inactive/.test(reason))
    return `Slack does not know the token in ${variable}: generate an app configuration token ${whereTokensAre}.`;
  if (/not_allowed_token_type|missing_scope/.test(reason))
    return `${variable} holds a token of another kind: bot and user tokens read no manifest. Generate an app configuration token ${whereTokensAre}.`;
  if (/no_permission|app_not_found|invalid_app_id/.test(reason))
    return `Compare the app id with the page of the app; the token must be of a person who is among the collaborators of ${appId}, in its workspace.`;
  return `${variable} was taken; nothing says that it is at fault.`;
}

/** What the file says already is not said again of the live manifest; rules that compare files compare files only. */
export function alsoOver(rules: readonly AnyRule<LintInput>[]): AnyRule<LintInput>[] {
  return rules.map((rule) => ({
    ...rule,
    check(input) {
      const own = rule.check(input);
      if (input.live === undefined) return own;
      const said = new Set(own.map(({ args }) => rule.say(args)));
      const live = rule.check({ ...input, files: [input.live], live: undefined, stores: [] });
      return [...own, ...live.filter(({ args }) => !said.has(rule.say(args)))];
    },
  }));
}
