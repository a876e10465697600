// Does Slack use another manifest than the one in the file?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { type Difference, differences } from '../model/subscriptions/manifest-differences.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const manifestDrift = defineRule<LintInput, Omit<Difference, 'place' | 'live'> & { readonly app: string }>({
  id: 'manifest-drift',
  title: 'The live app is not what the file says',
  severity: 'warning',
  problem:
    'Slack sends what the live manifest subscribes, whatever the file in the repository says. What was switched on by hand in the settings of the app comes twice and nobody finds it in the code; what stands in the file alone never comes, until somebody applies it.',
  fix: [
    'Decide which of the two is meant, and make the other one equal: apply the file (slack manifest, or the settings of the app), or take over what is live.',
    'Change the app through the file only, and let CI compare with dedupe lint FILE --app-id.',
  ],
  check({ files, live }) {
    if (live === undefined) return [];
    const [app] = slackManifests({ files: [live] });
    if (app === undefined) return [];
    return slackManifests({ files }).flatMap((own) =>
      differences(own, app).map(({ place, live: there, ...args }) =>
        found(this.id, place, { ...args, app: live.file }, there ? { related: [noted(there, 'what Slack uses')] } : {}),
      ),
    );
  },
  say: ({ what, name, side, other, app }) => {
    if (side === 'file')
      return `${what} ${name} stands here and not in ${app}: Slack uses the live one, so it has no effect.`;
    if (side === 'live')
      return `${what} ${name} is in ${app} and not in this file: Slack uses the live one, and applying the file takes it away.`;
    return `${what} is ${name} here and ${other} in ${app}: Slack uses the live one.`;
  },
});
