// Do two listeners of one app fit the same payload?
import type { AuditInput } from '../model/audit-input.ts';
import { effectOf } from '../model/code/effects.ts';
import { looksAt } from '../model/code/looks.ts';
import { overlaps } from '../model/code/overlap.ts';
import type { Listener } from '../model/code/slack-app.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly kind: string;
  readonly both: string;
  readonly isPython: boolean;
}

export const overlappingListeners = defineRule<AuditInput, Args>({
  id: 'overlapping-listeners',
  title: 'Two listeners fit one payload',
  severity: 'note',
  problem:
    'Bolt for JavaScript runs every listener that matches: two that fit one payload both act. Bolt for Python runs the first one, and the second one too when the first does not acknowledge within three seconds.',
  fix: [
    'Make the two exclude each other, or let one listener decide and call both.',
    'Key the effect on the message, not on the listener.',
  ],
  check({ program, listeners }) {
    // The adapter for interactive messages runs the first that fits, and so does Bolt for Python.
    const acting = listeners.filter(
      (one) =>
        one.handler &&
        one.app &&
        !one.isWrapped &&
        one.app.kind !== 'message-adapter' &&
        one.language !== 'python' &&
        acts(one) &&
        !isChosen(one),
    );
    return overlaps(acting).flatMap(({ earlier: first, later: second, both }) => {
      const [earlier, later] = [acting[first], acting[second]];
      if (!earlier || !later || earlier.handler === later.handler) return [];
      const kind = later.kind === 'event' ? 'message' : later.kind;
      const related = [noted(earlier.location, 'the other one')];
      return [found(this.id, later.location, { kind, both, isPython: false }, { related, certainty: 'consistent' })];
    });

    /** A handler for messages that looks which ones they are may leave those of the other out. */
    function isChosen({ kind, acts: all }: Listener): boolean {
      return (kind === 'message' || kind === 'event') && looksAt(all, chosenBy);
    }

    function acts({ acts: all }: Listener): boolean {
      return all.some((act) => effectOf(program, act)?.creates);
    }
  },
  say: ({ kind, both }) => `Two ${kind} listeners of one app both run for ${both}, and both act.`,
});

const chosenBy =
  /^(text|subtype|channel_type|thread_ts|channel|bot_id|botId|user|matches|match|startsWith|includes|test|context|message|event)$/;
