// Is an event subscribed for which no listener is there?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found, noted } from '../model/found.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

interface Args {
  readonly event: string;
  readonly isPython: boolean;
}

export const subscribedButUnhandled = defineRule<AuditInput, Args>({
  id: 'subscribed-but-unhandled',
  title: 'An event is subscribed and nobody handles it',
  severity: 'note',
  problem:
    'Bolt for Python answers 404 to an event that no listener fits: over HTTP that is a failure, and Slack sends it three times more. Bolt for JavaScript answers 200 to all of them, so that it is only noise.',
  fix: ['Remove the subscription, or add a listener that does nothing.'],
  check({ listeners, subscriptions, apps }) {
    const manifests = slackManifests({ files: subscriptions });
    const [manifest] = manifests;
    const [app] = apps;
    // With two of either nobody knows which belongs to which.
    if (!manifest || manifests.length > 1 || !app || apps.length > 1 || listeners.length === 0) return [];
    const events = listeners.filter(({ kind }) => kind === 'event');
    if (events.some(({ wanted }) => wanted?.is !== 'text' && wanted?.is !== 'fields')) return [];
    if (listeners.some(({ kind, method }) => /^(assistant|use|step)$/.test(kind) && method !== 'error')) return [];
    const names = new Set(
      events.flatMap(({ wanted }) =>
        wanted?.is === 'text'
          ? [wanted.value]
          : wanted?.is === 'fields' && wanted.fields.type?.is === 'text'
            ? [wanted.fields.type.value]
            : [],
      ),
    );
    if (listeners.some(({ kind }) => kind === 'message')) names.add('message');
    if (listeners.some(({ kind }) => kind === 'function')) names.add('function_executed');
    const isPython = app.language === 'python';
    return manifest.events
      .filter(({ name }) => !names.has(name.replace(/^message\..*/, 'message')))
      .map(({ name, location }) =>
        found(
          this.id,
          location,
          { event: name, isPython },
          { related: [noted(app.location, 'the app is made here')], certainty: 'consistent' },
        ),
      );
  },
  say: ({ event, isPython }) =>
    isPython
      ? `${event} is subscribed and has no listener: Bolt answers 404, and Slack sends it three times more.`
      : `${event} is subscribed and has no listener.`,
});
