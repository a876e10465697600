// Are two of the manifests one app under one name?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { installedApart } from '../model/subscriptions/installed-together.ts';
import { at } from '../model/subscriptions/nodes.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const oneAppTwice = defineRule<
  LintInput,
  { readonly name: string; readonly other: string; readonly events: readonly string[] }
>({
  id: 'one-app-twice',
  title: 'Two apps of one name hear the same',
  severity: 'note',
  problem:
    'Two apps with one name and the same events are usually one app that was created twice. Where both are installed, each message is handled by both, and nobody can tell them apart in a channel.',
  fix: ['Remove one of the two apps, or give the test app a name and a workspace of its own.'],
  check(input) {
    const manifests = slackManifests(input);
    return manifests.flatMap((later, i) =>
      manifests.slice(0, i).flatMap((earlier) => {
        const events = later.events
          .map(({ name }) => name)
          .filter((name) => earlier.events.some((one) => one.name === name));
        const place = at(later.root, 'display_information', 'name')?.location;
        const other = at(earlier.root, 'display_information', 'name')?.location;
        if (!later.name || later.name !== earlier.name || events.length === 0 || !place || !other) return [];
        if (installedApart(input, later.file.file, earlier.file.file) === 'apart') return [];
        const related = [noted(other, 'the same name here')];
        return [
          found(
            this.id,
            place,
            { name: later.name, other: earlier.file.file, events },
            { related, certainty: 'consistent' },
          ),
        ];
      }),
    );
  },
  say: ({ name, other, events }) =>
    `${name} is the name of the app in ${other} too, and both subscribe ${events.join(', ')}: where both are installed, both act.`,
});
