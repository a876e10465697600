// Is something subscribed that has nowhere to go?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { at, entryOf, textOf } from '../model/subscriptions/nodes.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const noDeliveryAddress = defineRule<LintInput, { readonly events: number }>({
  id: 'no-delivery-address',
  title: 'Events are subscribed and have nowhere to go',
  severity: 'error',
  problem:
    'Event subscriptions need a request URL or Socket Mode. Slack refuses a manifest with neither, and one that was typed in by hand delivers nothing.',
  fix: [
    'Name settings.event_subscriptions.request_url, or set settings.socket_mode_enabled to true.',
    'Never both: with Socket Mode on, the request URL is ignored.',
  ],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ root, events, socketMode }) => {
      const subscriptions = entryOf(at(root, 'settings'), 'event_subscriptions');
      const runtime = textOf(at(root, 'settings', 'function_runtime'));
      // Slack runs the code itself, or the value is left to somebody else.
      const elsewhere = runtime === 'slack' || at(root, 'settings', 'is_hosted') !== undefined;
      const switchIsDeferred = at(root, 'settings', 'socket_mode_enabled')?.shape === 'deferred';
      if (!subscriptions || events.length === 0 || socketMode.on || elsewhere || switchIsDeferred) return [];
      if (at(subscriptions.value, 'request_url') !== undefined) return [];
      return [found(this.id, subscriptions.key.location, { events: events.length })];
    });
  },
  say: ({ events }) =>
    `${events} event${events === 1 ? ' is' : 's are'} subscribed, and there is neither a request_url nor Socket Mode.`,
});
