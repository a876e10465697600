// Does one manifest declare a command, a shortcut or an event twice?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { type Named, slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const declaredTwice = defineRule<LintInput, { readonly what: string; readonly name: string }>({
  id: 'declared-twice',
  title: 'One name is declared twice',
  severity: 'error',
  problem:
    'Neither slash_commands nor shortcuts is marked unique in the manifest schema: two entries of one name pass it, and which of them holds is not said anywhere. Two handlers for one callback_id both run.',
  fix: ['Remove one of the two entries, or give the second one a name of its own.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ commands, shortcuts, events }) => [
      ...repeats(commands, 'the command'),
      ...repeats(shortcuts, 'the callback_id'),
      ...repeats(
        events.filter(({ byUser }) => !byUser),
        'the event',
      ),
      ...repeats(
        events.filter(({ byUser }) => byUser),
        'the event',
      ),
    ]);
  },
  say: ({ what, name }) => `${what} ${name} is declared a second time.`,
});

function repeats(list: readonly Named[], what: string) {
  return list.flatMap(({ name, location }, i) => {
    const first = list.findIndex((one) => one.name === name);
    const before = list[first];
    if (first === i || !before) return [];
    return [
      found('declared-twice', location, { what, name }, { related: [noted(before.location, 'first declared here')] }),
    ];
  });
}
