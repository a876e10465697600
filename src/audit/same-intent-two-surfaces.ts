// Do an event and a click both lead to one create?
import type { AuditInput } from '../model/audit-input.ts';
import { chainOf, placeOf } from '../model/code/answers.ts';
import { hasKey } from '../model/code/effect-key.ts';
import { type Effect, effectOf } from '../model/code/effects.ts';
import { atomicClaims } from '../model/code/guards.ts';
import type { Listener } from '../model/code/slack-app.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly create: string;
  readonly other: string;
}

export const sameIntentTwoSurfaces = defineRule<AuditInput, Args>({
  id: 'same-intent-two-surfaces',
  title: 'An event and a click lead to one create',
  severity: 'note',
  problem:
    'A person who writes a message and then presses the button below it means one thing. When the listener for the message and the one for the button both call the same create, there are two.',
  fix: ['Key the create on the message that both are about: its channel and ts, in the click those of its container.'],
  check({ program, listeners }) {
    const creates = ({ acts }: Listener) =>
      acts.filter((act) => act.local === undefined && isOwn(effectOf(program, act)) && !hasKey(program, act));
    const open = listeners.filter(({ acts }) => atomicClaims(program, acts).length === 0);
    const events = open.filter(({ kind }) => kind === 'event' || kind === 'message');
    const clicks = open.filter(({ kind }) => kind === 'action' || kind === 'shortcut');
    const seen = new Set<unknown>();
    return clicks.flatMap((click) =>
      creates(click).flatMap((act) => {
        const other = events.find((one) => one.app === click.app && creates(one).some(({ expr }) => expr === act.expr));
        if (!other || seen.has(act.expr)) return [];
        seen.add(act.expr);
        const args = { create: effectOf(program, act)?.name ?? '', other: other.kind };
        const related = [noted(other.location, 'the event is handled here'), ...chainOf(act)];
        return [found(this.id, placeOf(act), args, { related, certainty: 'consistent' })];
      }),
    );
  },
  say: ({ create, other }) =>
    `${create} is reached from a click and from a listener for ${other === 'event' ? 'an event' : 'messages'}, and nothing keys it on what both are about.`,
});

/** In Slack an answer to each is what is meant, and one line that puts things into a queue puts in different ones. */
function isOwn(effect: Effect | undefined): boolean {
  return effect?.creates === true && effect.isCertain && effect.kind !== 'slack' && effect.kind !== 'queue';
}
