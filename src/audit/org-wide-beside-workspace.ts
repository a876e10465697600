// Is an app installed for a whole organisation and once more in one of its workspaces?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly app: string;
  readonly workspace: string;
  readonly enterprise: string;
  readonly variables: readonly string[];
}

export const orgWideBesideWorkspace = defineRule<AuditInput, Args>({
  id: 'org-wide-beside-workspace',
  title: 'An app is installed for the organisation and again in a workspace',
  severity: 'note',
  problem:
    'Slack sends one event once, with one of the installations in authorizations. With two installations the workspace of a key can be one or the other, and a program for each of the tokens takes the event for its own.',
  fix: [
    'Keep the installation of the organisation and remove the one of the workspace, or the other way round.',
    'Build keys from the workspace where it happened (team_id of the event), never from the installation.',
  ],
  check({ installations }) {
    const all = installations?.installations ?? [];
    return all
      .filter(({ isOrgWide }) => isOrgWide)
      .flatMap((wide) =>
        all.flatMap((own) => {
          const isOneApp = wide.appId !== undefined && wide.appId === own.appId;
          const isInside = wide.enterpriseId !== undefined && wide.enterpriseId === own.enterpriseId;
          if (own.isOrgWide || !isOneApp || !isInside) return [];
          const variables = [wide.variable, own.variable];
          const args = {
            app: own.appId ?? '',
            workspace: own.workspaceId,
            enterprise: wide.enterpriseId ?? '',
            variables,
          };
          return [found(this.id, own.location, args)];
        }),
      );
  },
  say: ({ app, workspace, enterprise, variables }) =>
    `${app} is installed for the organisation ${enterprise} (${variables[0]}) and again in its workspace ${workspace} (${variables[1]}).`,
});
