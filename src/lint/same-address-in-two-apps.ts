// Do two apps deliver to one receiver?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

interface Args {
  readonly address: string;
  readonly other: string;
  readonly whole: boolean;
}

export const sameAddressInTwoApps = defineRule<LintInput, Args>({
  id: 'same-address-in-two-apps',
  title: 'Two apps deliver to one receiver',
  severity: 'warning',
  problem:
    'Two apps in one channel each get an event of their own for one message. When both are delivered to one receiver that does not look at api_app_id, it handles the message twice. A store of keys that is shared by both can also take the second for a copy of the first, since one message can reach two apps under one event id.',
  fix: [
    'Give each app an address of its own, or refuse deliveries whose api_app_id is not the expected one.',
    'Put the app id into the key of the dedupe store.',
  ],
  check(input) {
    if (input.code?.looksAtApp) return [];
    const manifests = slackManifests(input);
    return manifests.flatMap((later, i) =>
      manifests.slice(0, i).flatMap((earlier) => {
        const [a, b] = [later.requestUrl, earlier.requestUrl];
        if (!a || !b || later.events.length === 0 || earlier.events.length === 0) return [];
        const whole = a.name === b.name;
        if (!whole && originOf(a.name) !== originOf(b.name)) return [];
        const args = { address: whole ? a.name : originOf(a.name), other: earlier.file.file, whole };
        const related = [noted(b.location, 'the other app delivers here')];
        return [found(this.id, a.location, args, { related, ...(!whole && { severity: 'note' }) })];
      }),
    );
  },
  say: ({ address, other, whole }) =>
    `${whole ? address : `the host ${address}`} receives the events of ${other} too: one message in a channel with both apps arrives twice.`,
});

function originOf(address: string): string {
  return /^\w+:\/\/[^/?#]*/.exec(address)?.[0].toLowerCase() ?? address;
}
