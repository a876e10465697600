// Slack itself as a source.
import type { SourceText } from './index.ts';

export const slack: SourceText = {
  id: 'source-slack',
  severity: 'note',
  title: 'Slack, by its Web API, with methods that only read',
  problem:
    'The thread of a message shows what bots answered to it, how often, and which app is behind each. Texts are compared in memory and kept nowhere. ' +
    'Slack does not tell which requests it sent, how they were answered, or how many sockets are open: for that a log or a database of the app is ' +
    'needed. With the event_context of a logged delivery and an app-level token it tells every installation that sees the event.',
  signs: [
    'slack.token_envs: names of variables, one bot token for each installation (SLACK_BOT_TOKEN when left out)',
    'slack.app_token_envs: names of the variables with app-level tokens (xapp-), for apps.event.authorizations.list',
    'conversations.replies, and conversations.history where it gives no thread: channels:history (groups:, im:, mpim: for other channels)',
    'bots.info, the app behind a bot: users:read; conversations.info, whether the channel is shared: channels:read (groups:, im:, mpim:)',
    'apps.event.authorizations.list: authorizations:read on the app-level token; auth.test needs no scope',
    'limits are kept: a short one is waited out, a long one is a gap; an app that is sold outside of the Marketplace may ask for a thread once a minute',
  ],
  fix: [
    'Make an app of its own for the diagnosis, with these scopes and no other (below), install it, and invite it into the channel.',
    'Give its token in the environment: SLACK_BOT_TOKEN=… dedupe trace https://acme.slack.com/archives/C9/p1732900000000100.',
    'An app-level token is of the app whose events are looked at: make one with authorizations:read alone, under Basic Information.',
  ],
  advice: {
    example: {
      language: 'YAML',
      code: [
        'display_information: { name: dedupe diagnosis }',
        'features: { bot_user: { display_name: dedupe-diagnosis } }',
        'oauth_config: { scopes: { bot: [channels:history, channels:read, groups:history, groups:read, users:read] } }',
      ],
    },
    confirmedBy: ['dedupe doctor asks auth.test for each token, and names the scopes that it lacks'],
    refutedBy: [],
    links: [
      'https://docs.slack.dev/reference/methods/conversations.replies',
      'https://docs.slack.dev/reference/methods/apps.event.authorizations.list',
      'https://docs.slack.dev/apis/web-api/rate-limits',
    ],
  },
};
