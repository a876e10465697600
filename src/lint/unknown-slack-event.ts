// Is an event subscribed that Slack does not have, or no longer has?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { nearName } from '../model/near-name.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';
import { retiredSlackEvents, slackEventTypes } from '../providers/slack/event-list.ts';

interface Args {
  readonly event: string;
  readonly instead: string | undefined;
  readonly retired: string | undefined;
}

export const unknownSlackEvent = defineRule<LintInput, Args>({
  id: 'unknown-slack-event',
  title: 'An event that Slack does not send',
  severity: 'note',
  problem:
    'Names of events are free text in the manifest schema: a misspelt or retired one passes every check and never comes. An event that this list does not know may also be newer than the list.',
  fix: ['Compare the name with https://docs.slack.dev/reference/events and correct it.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ events }) =>
      events.flatMap(({ name, location }) => {
        if (slackEventTypes.has(name)) return [];
        const retired = retiredSlackEvents.get(name);
        const instead = retired ? undefined : misspelt(name);
        const severity = instead ? 'error' : retired ? 'warning' : 'note';
        const edit = instead ? { edit: { location, replacement: instead } } : {};
        return [found(this.id, location, { event: name, instead, retired }, { severity, ...edit })];
      }),
    );
  },
  say({ event, instead, retired }) {
    if (instead) return `${event} is no event; ${instead} was probably meant, and it will never come under this name.`;
    if (retired) return `${event} is no longer sent: ${retired}.`;
    return `${event} is not in the list of events that this version knows: misspelt, or newer than the list.`;
  },
});

/** A bare \`message\` is what the event's payload calls itself; the manifest wants the kind of channel. */
function misspelt(name: string): string | undefined {
  if (/^messages?$/.test(name)) return 'message.channels';
  return nearName(name, [...slackEventTypes.keys()]);
}
