// Does a handler never acknowledge what Bolt does not acknowledge by itself?
import type { AuditInput } from '../model/audit-input.ts';
import { ackMayEscape, ackOf } from '../model/code/answers.ts';
import { handlerElsewhere } from '../model/code/handler-place.ts';
import type { Listener } from '../model/code/slack-app.ts';
import { defineRule, found } from '../model/found.ts';

export const missingAck = defineRule<AuditInput, { readonly kind: string; readonly name: string }>({
  id: 'missing-ack',
  title: 'A command, action, view or shortcut is never acknowledged',
  severity: 'note',
  problem:
    'Bolt acknowledges events by itself, and commands, actions, views, shortcuts and options not. Without ack Slack shows an error after three seconds although the work was done, and the person does it again. Bolt for Python then also runs the next listener that matches.',
  fix: ['Call ack as the first awaited thing of the handler, on every way through it.'],
  check({ program, listeners }) {
    return listeners.flatMap((listener) => {
      const { kind, handler, isWrapped, extras, acts, lazy, location, app } = listener;
      if (!unacknowledged.includes(kind) || app?.kind === 'message-adapter' || !handler || isWrapped || lazy.length > 0)
        return [];
      // A middleware in front can do it.
      if (extras.length > 0 || acts.some(ackOf) || ackMayEscape(program, handler, acts)) return [];
      const related = handlerElsewhere(program, handler, location);
      return [found(this.id, location, { kind, name: nameOf(listener) }, { related })];
    });
  },
  say: ({ kind, name }) =>
    `The listener for ${name} never calls ack: the person sees an error, and does the ${kind} again.`,
});

const unacknowledged: readonly string[] = ['command', 'action', 'view', 'shortcut', 'options'];

function nameOf({ kind, wanted }: Listener): string {
  return wanted?.is === 'text' ? `${kind} ${wanted.value}` : `this ${kind}`;
}
