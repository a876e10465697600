// Does closing a form do what sending it does?
import type { AuditInput } from '../model/audit-input.ts';
import { effectOf } from '../model/code/effects.ts';
import { defineRule, found } from '../model/found.ts';

interface Args {
  readonly name: string;
  readonly effect: string;
}

export const viewClosedCreates = defineRule<AuditInput, Args>({
  id: 'view-closed-creates',
  title: 'Closing a form does what sending it does',
  severity: 'note',
  problem:
    'In Bolt for JavaScript view({ callback_id }) without a type fits view_submission and view_closed. With notify_on_close, a person who closes the form makes the same thing as one who sends it.',
  fix: ["Write the type: app.view({ callback_id, type: 'view_submission' }, …), or the callback_id alone as a text."],
  check({ program, listeners }) {
    const notifies = program.modules.some(({ module }) => module.text.includes('notify_on_close'));
    return listeners.flatMap(({ app, kind, language, wanted, acts, location }) => {
      // The adapter for interactive messages has a method for each.
      if (
        !notifies ||
        kind !== 'view' ||
        app?.kind === 'message-adapter' ||
        language === 'python' ||
        wanted?.is !== 'fields' ||
        'type' in wanted.fields
      )
        return [];
      const effect = acts.map((act) => effectOf(program, act)).find((one) => one?.creates);
      const name = wanted.fields.callback_id;
      return effect
        ? [found(this.id, location, { name: name?.is === 'text' ? name.value : 'this form', effect: effect.name })]
        : [];
    });
  },
  say: ({ name, effect }) => `Closing ${name} runs this listener as sending it does, and it calls ${effect}.`,
});
