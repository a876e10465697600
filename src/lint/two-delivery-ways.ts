// Does a manifest name a request URL and Socket Mode?
import { defineRule, found, noted } from '../model/found.ts';
import type { LintInput } from '../model/lint-input.ts';
import { slackManifests } from '../model/subscriptions/slack-manifest.ts';

export const twoDeliveryWays = defineRule<LintInput, { readonly count: number }>({
  id: 'two-delivery-ways',
  title: 'A request URL beside Socket Mode',
  severity: 'warning',
  problem:
    'With Socket Mode on, Slack sends nothing to request URLs. A server that still waits behind such a URL gets nothing until somebody switches Socket Mode off, and then both programs are there at once, each doing the work.',
  fix: ['Remove the request URLs, or set socket_mode_enabled to false.'],
  check({ files }) {
    return slackManifests({ files }).flatMap(({ socketMode, addresses }) => {
      const [first] = addresses;
      if (!socketMode.on || !first) return [];
      const related = [noted(socketMode.location, 'Socket Mode is on here')];
      return [found(this.id, first.location, { count: addresses.length }, { related })];
    });
  },
  say: ({ count }) =>
    `Socket Mode is on, so Slack ignores ${count === 1 ? 'this address' : `these ${count} addresses`}: only one way can be meant.`,
});
