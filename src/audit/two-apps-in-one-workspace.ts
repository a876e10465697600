// Do two of the configured apps sit in one workspace, and in the same channels?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';
import type { Installation } from '../model/installation.ts';

interface Args {
  readonly workspace: string;
  readonly apps: readonly string[];
  readonly variables: readonly string[];
  /** Undefined: for one of them the channels were not seen. */
  readonly shared: number | undefined;
}

export const twoAppsInOneWorkspace = defineRule<AuditInput, Args>({
  id: 'two-apps-in-one-workspace',
  title: 'Two apps of one configuration are installed in one workspace',
  severity: 'note',
  problem:
    'A message in a channel that holds both bots reaches both apps, each under an event id of its own, so that no key of one meets the key of the other. A test app beside the real one is the most ordinary cause of two tasks.',
  fix: [
    'Take the app that is not meant out of the workspace, or its bot out of the channels.',
    'Where both are meant, build the key from the message (channel and ts), and not from the event id.',
  ],
  check({ installations }) {
    const all = installations?.installations ?? [];
    return all.flatMap((b, i) =>
      all.slice(0, i).flatMap((a) => {
        const isApart = a.workspaceId !== b.workspaceId || a.isOrgWide || b.isOrgWide;
        if (isApart || a.appId === undefined || b.appId === undefined || a.appId === b.appId) return [];
        const shared = sharedBy(a, b);
        if (shared === 0) return [];
        const args = {
          workspace: a.workspaceId,
          apps: [a.appId, b.appId],
          variables: [a.variable, b.variable],
          shared,
        };
        return [found(this.id, b.location, args, { certainty: shared === undefined ? 'consistent' : 'shown' })];
      }),
    );
  },
  say: ({ workspace, apps, variables, shared }) =>
    `${variables.join(' and ')} are of two apps (${apps.join(', ')}) in ${workspace}${
      shared === undefined ? '' : `, and ${shared} channel${shared === 1 ? ' has' : 's have'} both bots`
    }: a message there reaches both.`,
});

function sharedBy(a: Installation, b: Installation): number | undefined {
  if (a.channels === undefined || b.channels === undefined) return undefined;
  const other = new Set(b.channels);
  return a.channels.filter((channel) => other.has(channel)).length;
}
