// Does a test app hear what happens in a production workspace?
import { defineRule, found } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { useOf } from '../model/subscriptions/installed-together.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const testAppInProduction = defineRule<
  LintInput,
  { readonly workspaces: readonly string[]; readonly events: number }
>({
  id: 'test-app-in-production',
  title: 'A test app is subscribed in a production workspace',
  severity: 'error',
  problem:
    'A test app in a workspace where people work receives every event that the production app receives. Both act, each under an app id of its own, so no key of one meets the key of the other: the most ordinary cause of two tasks.',
  fix: [
    'Remove the test app from the production workspace, and give it one of its own.',
    'Until then, let the test app write to a test project only.',
  ],
  check(input) {
    return slackManifests(input).flatMap(({ file, events }) => {
      const use = useOf(input, file.file);
      const [first] = events;
      const workspaces = (use?.workspaces ?? []).filter((id) => input.productionWorkspaces.includes(id));
      if (use?.environment !== 'test' || workspaces.length === 0 || !first) return [];
      return [found(this.id, first.location, { workspaces, events: events.length })];
    });
  },
  say: ({ workspaces, events }) =>
    `This app is declared as a test app and is installed in ${workspaces.join(', ')}, a production workspace: it gets ${events} kind${events === 1 ? '' : 's'} of events that the real app gets too.`,
});
