// Does one app act in one workspace with two tokens, or under two variables?
import type { AuditInput } from '../model/audit-input.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly app: string;
  readonly workspace: string;
  readonly variables: readonly string[];
  readonly isOneToken: boolean;
}

export const twoTokensOfOneApp = defineRule<AuditInput, Args>({
  id: 'two-tokens-of-one-app',
  title: 'One app acts in one workspace with two tokens',
  severity: 'note',
  problem:
    'A program for each token, each with its own memory of what was handled, answers each event once, and so twice together: Slack sends one event of one app to whoever listens, and each of the programs may be one of them after the next deployment.',
  fix: [
    'Run one program for one app in one workspace, and take the other variable out of the configuration and of the deployment.',
    'Where both must run, let both claim in one store under the key of the event.',
  ],
  check({ installations }) {
    return pairs(installations?.installations ?? []).flatMap(([a, b]) => {
      const isOneToken = a.tokenDigest === b.tokenDigest;
      const isOneApp = a.appId !== undefined && a.appId === b.appId && a.workspaceId === b.workspaceId;
      if (!isOneToken && !isOneApp) return [];
      const variables = [a.variable, b.variable];
      return [
        found(this.id, b.location, { app: a.appId ?? 'the app', workspace: a.workspaceId, variables, isOneToken }),
      ];
    });
  },
  say: ({ app, workspace, variables, isOneToken }) =>
    isOneToken
      ? `${variables.join(' and ')} hold one token of ${app} in ${workspace}: what runs under each is the same app.`
      : `${variables.join(' and ')} hold two tokens of ${app} in ${workspace}: what runs under each gets and answers the same events.`,
});

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((later, i) => list.slice(0, i).map((earlier): [T, T] => [earlier, later]));
}
