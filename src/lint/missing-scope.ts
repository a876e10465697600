// Is an event subscribed whose scope the manifest does not ask for?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { slackEventTypes } from '../providers/slack/event-list.ts';

interface Args {
  readonly event: string;
  readonly scopes: readonly string[];
  readonly list: 'bot' | 'user';
}

export const missingScope = defineRule<LintInput, Args>({
  id: 'missing-scope',
  title: 'An event is subscribed without its scope',
  severity: 'error',
  problem:
    'Slack sends an event only where the installation has its scope. Without it the subscription is silent, and what should have been handled is handled by nobody, or later by a job that catches up and does it again.',
  fix: ['Add the scope under oauth_config.scopes, and install the app again.', 'Or remove the subscription.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ events, botScopes, userScopes }) =>
      events.flatMap(({ name, location, byUser }) => {
        const scopes = slackEventTypes.get(name)?.scopes ?? [];
        const granted = byUser ? userScopes : botScopes;
        // No list at all: the scopes are set elsewhere.
        if (granted === undefined || scopes.length === 0 || scopes.some((scope) => granted.includes(scope))) return [];
        return [found(this.id, location, { event: name, scopes, list: byUser ? 'user' : 'bot' })];
      }),
    );
  },
  say: ({ event, scopes, list }) =>
    `${event} needs the ${list} scope ${scopes.join(' or ')}, and oauth_config.scopes.${list} does not have it: it will never come.`,
});
