// Is the event id read where it never stands?
import type { AuditInput } from '../model/audit-input.ts';
import { everyExprIn } from '../model/code/every-expr.ts';
import { locate } from '../model/code/locate.ts';
import { mentions } from '../model/code/looks.ts';
import type { Expr } from '../model/code/syntax.ts';
import { pathOf } from '../model/code/value.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly expression: string;
}

export const eventIdWrongPlace = defineRule<AuditInput, Args>({
  id: 'event-id-wrong-place',
  title: 'The event id is read from the inner event, where it never stands',
  severity: 'error',
  problem:
    'event_id stands at the top level of the payload, beside the inner event. body.event.event_id is always undefined: a guard that asks for it either lets everything through, or takes every event after the first for a copy.',
  fix: ['Read it from the payload itself: body.event_id; in a Bolt listener from body, not from event.'],
  check({ program }) {
    return everyExprIn(program, /event_id/).flatMap(({ expr, module, scope }) => {
      const object = ownerOf(expr);
      if (!object) return [];
      const path = pathOf(program.evaluate(object, scope));
      const isInner =
        path === 'slack.event' ||
        path === 'slack.message' ||
        (object.form === 'member' && object.name === 'event' && mentions(object, /^(body|payload|envelope)$/));
      return isInner
        ? [
            found(this.id, locate(module, expr.at), {
              expression: module.text.slice(expr.at.start, expr.at.end).slice(0, 60),
            }),
          ]
        : [];
    });
  },
  say: ({ expression }) => `${expression} is always undefined: event_id stands beside the inner event, not in it.`,
});

/** `x` of `x.event_id` and `x.get("event_id")`. */
function ownerOf(expr: Expr): Expr | undefined {
  if (expr.form === 'member' && expr.name === 'event_id') return expr.object;
  if (expr.form !== 'call' || expr.callee.form !== 'member' || expr.callee.name !== 'get') return undefined;
  const [first] = expr.args;
  return first?.value.form === 'text' && first.value.value === 'event_id' ? expr.callee.object : undefined;
}
