// Do two addresses receive the events of Slack and do the same with them?
import type { AuditInput } from '../model/audit-input.ts';
import { effectOf } from '../model/code/effects.ts';
import { folderOf } from '../model/code/modules.ts';
import { routesToBolt } from '../model/code/routes.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly one: string;
  readonly other: string;
  readonly effect: string;
}

export const twoReceiverRoutes = defineRule<AuditInput, Args>({
  id: 'two-receiver-routes',
  title: 'Two addresses receive the same events',
  severity: 'note',
  problem:
    'One app sends to one address. Two addresses in one program mean that two apps or hooks are set up, or that an old one was left: each delivers the event, and each delivery does the work.',
  fix: [
    'Leave one address, and remove the other app, hook or route.',
    'Or key the effect on the message, so that the second delivery finds it.',
  ],
  check({ program, routes }) {
    const known = routes.filter(
      ({ path, framework, readsEvents }) => path !== undefined && framework !== 'other' && readsEvents,
    );
    const handing = routesToBolt(program);
    const toBolt = handing.flatMap((later, i) => {
      const earlier = handing.slice(0, i).find(({ path, to }) => path !== later.path && to === later.to);
      const args = { one: later.path, other: earlier?.path ?? '', effect: 'the same handler of Bolt' };
      return earlier
        ? [
            found(this.id, later.location, args, {
              related: [noted(earlier.location, 'the other address')],
              certainty: 'consistent',
            }),
          ]
        : [];
    });
    const raw = known.flatMap((later, i) => {
      for (const earlier of known.slice(0, i)) {
        if (earlier.path === later.path || folderOf(earlier.location.file) !== folderOf(later.location.file)) continue;
        const effects = later.acts.filter((act) => effectOf(program, act)?.creates);
        const shared = effects.find(({ expr }) => earlier.acts.some((act) => act.expr === expr));
        const effect = shared && effectOf(program, shared);
        if (!effect) continue;
        const args = { one: later.path ?? '', other: earlier.path ?? '', effect: effect.name };
        return [
          found(this.id, later.location, args, {
            related: [noted(earlier.location, 'the other address')],
            certainty: 'consistent',
          }),
        ];
      }
      return [];
    });
    return [...raw, ...toBolt];
  },
  say: ({ one, other, effect }) => `${one} and ${other} both receive events and both come to ${effect}.`,
});
