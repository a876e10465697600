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
  const { credentialsNeeded, openSlackDoor } = await import('../open-slack.ts');
  const door = openSlackDoor(settings, io.env);
  try {
    const entrance = door.through(variable, io.signal);
    if (entrance === undefined) throw credentialsNeeded(variable);
    const looked = await readManifest(entrance.asking, appId);
    const file = looked.answer === 'found' ? parseSubscriptionFile(`slack:${appId}`, looked.value) : undefined;
    if (file?.state === 'parsed') return file.file;
    const reason = looked.answer === 'cannot-see' ? whyNot(looked) : 'what Slack answered is no manifest';
    throw new DedupeError('DEDUPE_SLACK_UNREACHABLE', `the live manifest of ${appId} could not be read: ${reason}`, {
      hint: `${variable} needs an app configuration token, which lives twelve hours: https://api.slack.com/apps.`,
    });
  } finally {
    await door.close();
  }
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
