// Do two apps declare one slash command for the same workspace?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { installedApart } from '../model/subscriptions/installed-together.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

interface Args {
  readonly command: string;
  readonly other: string;
  readonly known: boolean;
}

export const sameCommandInTwoApps = defineRule<LintInput, Args>({
  id: 'same-command-in-two-apps',
  title: 'Two apps declare one slash command',
  severity: 'warning',
  problem:
    'Slash commands have no namespace: in one workspace the app that was installed last answers, and the other one goes silent. People who get no answer try again, and the app that answers next time makes a second task.',
  fix: [
    'Give the command of the test app a name of its own, such as /report-test.',
    'Or declare in the configuration (manifests) that the two are installed in different workspaces.',
  ],
  check(input) {
    const manifests = slackManifests(input);
    return manifests.flatMap((later, i) =>
      manifests.slice(0, i).flatMap((earlier) =>
        later.commands.flatMap(({ name, location }) => {
          const other = earlier.commands.find((one) => one.name === name);
          const together = installedApart(input, later.file.file, earlier.file.file);
          if (!other || together === 'apart') return [];
          const related = [noted(other.location, 'declared here by the other app')];
          const args = { command: name, other: earlier.file.file, known: together === 'together' };
          return [found(this.id, location, args, { related, certainty: args.known ? 'shown' : 'consistent' })];
        }),
      ),
    );
  },
  say: ({ command, other, known }) =>
    `${command} is declared by ${other} too: ${known ? 'both are installed in one workspace' : 'where both are installed in one workspace'}, the app installed last gets it.`,
});
