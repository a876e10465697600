// Could several installations of the app see the event that was captured?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';
import type { Authorization } from '../model/installation.ts';

interface Args {
  readonly count: number;
  readonly places: readonly string[];
}

export const eventSeenBySeveral = defineRule<AuditInput, Args>({
  id: 'event-seen-by-several',
  title: 'Several installations of the app could see one event',
  severity: 'note',
  problem:
    'In a channel that workspaces share, and where an app is installed for an organisation and again in a workspace, one event belongs to several installations of one app. Slack sends it once and names one of them: a program that runs for each installation, or fans out over authorizations, handles it once for each.',
  fix: [
    'Handle an event once, whatever number of installations it has: claim it by its event id before looking at authorizations.',
    'Remove the installations that are not meant.',
  ],
  check({ installations }) {
    const all = installations?.authorizations ?? [];
    // A person who also installed the app is no second app: each event of a bot has the bot's installation once.
    const bots = all.filter(({ isBot }) => isBot);
    if (!installations || bots.length < 2) return [];
    return [found(this.id, installations.location, { count: bots.length, places: bots.map(placeOf) })];
  },
  say: ({ count, places }) => `${count} installations of the bot could see the captured event: ${places.join(', ')}.`,
});

function placeOf({ workspaceId, enterpriseId, isOrgWide }: Authorization): string {
  if (isOrgWide) return `the organisation ${enterpriseId ?? '(unnamed)'}`;
  return workspaceId ?? 'a workspace that Slack does not name';
}
