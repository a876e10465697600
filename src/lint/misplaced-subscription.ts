// Do event subscriptions stand where Slack does not look for them?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { entriesOf, everyNode } from '../model/subscriptions/nodes.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const misplacedSubscription = defineRule<
  LintInput,
  { readonly key: string; readonly there: string; readonly wanted: string }
>({
  id: 'misplaced-subscription',
  title: 'A subscription in the wrong place',
  severity: 'error',
  problem:
    'Slack reads event_subscriptions under settings, and the lists bot_events and user_events under event_subscriptions. Anywhere else they are an unknown key: refused, or ignored without a word.',
  fix: ['Move the block to where Slack reads it: settings.event_subscriptions with bot_events and user_events.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ root }) =>
      [...everyNode(root)].flatMap(({ node, path }) =>
        entriesOf(node).flatMap(({ key }) => {
          const wanted = places[String(key.value)];
          const insideMisplaced = path.includes('event_subscriptions') && path[0] !== 'settings';
          if (wanted === undefined || path.join('.') === wanted || insideMisplaced) return [];
          return [
            found(this.id, key.location, { key: String(key.value), there: path.join('.') || 'the top level', wanted }),
          ];
        }),
      ),
    );
  },
  say: ({ key, there, wanted }) => `${key} stands under ${there}; Slack reads it under ${wanted} only.`,
});

const places: Readonly<Record<string, string>> = {
  event_subscriptions: 'settings',
  bot_events: 'settings.event_subscriptions',
  user_events: 'settings.event_subscriptions',
  socket_mode_enabled: 'settings',
  slash_commands: 'features',
  shortcuts: 'features',
};
