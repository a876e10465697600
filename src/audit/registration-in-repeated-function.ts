// Is a listener registered each time something happens?
import type { AuditInput } from '../model/audit-input.ts';
import type { Func } from '../model/code/syntax.ts';
import { defineRule, found, noted } from '../model/found.ts';

export const registrationInRepeatedFunction = defineRule<AuditInput, { readonly kind: string; readonly name: string }>({
  id: 'registration-in-repeated-function',
  title: 'A listener is registered again each time something happens',
  severity: 'note',
  problem:
    'A registration inside a handler adds one more listener at every run: the second person who opens the form submits it twice, the third one three times. It ends with the next restart, which hides it.',
  fix: [
    'Register every listener once, at the top level; hand what it needs over in private_metadata or the value of the button.',
  ],
  check({ listeners }) {
    const handlers = new Map<Func, (typeof listeners)[number]>();
    for (const one of listeners) if (one.handler && one.kind !== 'use') handlers.set(one.handler, one);
    // What a handler calls runs as often; one that asks whether it has run before is another matter.
    for (const one of listeners)
      for (const { kind, local, arms } of one.kind === 'use' ? [] : one.acts)
        if (kind === 'call' && local && arms.length === 0 && !handlers.has(local)) handlers.set(local, one);
    return listeners.flatMap(({ site, kind, wanted, location }) => {
      for (let scope: typeof site.scope | undefined = site.scope; scope; scope = scope.parent) {
        const outer = scope.fn && handlers.get(scope.fn);
        if (!outer) continue;
        const name = wanted?.is === 'text' ? wanted.value : 'it';
        return [found(this.id, location, { kind, name }, { related: [noted(outer.location, 'inside this listener')] })];
      }
      return [];
    });
  },
  say: ({ kind, name }) =>
    `The ${kind} listener for ${name} is registered inside a handler: each run adds one more, and all of them answer.`,
});
