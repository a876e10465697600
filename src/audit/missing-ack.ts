// Does a handler never acknowledge what Bolt does not acknowledge by itself?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { ackMayEscape, ackOf } from '../model/code/answers.ts';
import { handlerElsewhere } from '../model/code/handler-place.ts';
import type { Listener } from '../model/code/slack-app.ts';
import type { Expr, Stmt } from '../model/code/syntax.ts';
import { blocksOf } from '../model/code/walk.ts';
import { defineRule, found } from '../model/found.ts';

export const missingAck = defineRule<
  AuditInput,
  { readonly kind: string; readonly name: string; readonly isLeft: boolean }
>({
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
      const acks = acts.filter(ackOf);
      const isLeft = acks.length > 0 && acks.every(isNeverRun);
      if (extras.length > 0 || (acks.length > 0 && !isLeft) || (!isLeft && ackMayEscape(program, handler, acts)))
        return [];
      const related = handlerElsewhere(program, handler, location);
      return [found(this.id, location, { kind, name: nameOf(listener), isLeft }, { related })];
    });
  },
  say: ({ kind, name, isLeft }) =>
    isLeft
      ? `The listener for ${name} calls ack without await, so that it never runs: the person sees an error, and does the ${kind} again.`
      : `The listener for ${name} never calls ack: the person sees an error, and does the ${kind} again.`,
});

const unacknowledged: readonly string[] = ['command', 'action', 'view', 'shortcut', 'options'];

function nameOf({ kind, wanted }: Listener): string {
  return wanted?.is === 'text' ? `${kind} ${wanted.value}` : `this ${kind}`;
}

/** In an async function of Python a call of `ack` alone only makes something to wait for. */
function isNeverRun({ expr, scope, path }: Act): boolean {
  const isAsync = scope.module.language === 'python' && scope.fn?.isAsync === true && path === 'slack.ack';
  return isAsync && expr !== undefined && leftAlone(scope.fn?.body ?? []).includes(expr);
}

function leftAlone(list: readonly Stmt[]): readonly Expr[] {
  return list.flatMap((one) => [...(one.does === 'value' ? [one.value] : []), ...blocksOf(one).flatMap(leftAlone)]);
}
