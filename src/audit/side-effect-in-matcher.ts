// Does the question whether a listener fits do something itself?
import type { AuditInput } from '../model/audit-input.ts';
import { actsOf } from '../model/code/acts.ts';
import { placeOf } from '../model/code/answers.ts';
import { effectOf } from '../model/code/effects.ts';
import type { Func } from '../model/code/syntax.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly name: string;
}

export const sideEffectInMatcher = defineRule<AuditInput, Args>({
  id: 'side-effect-in-matcher',
  title: 'A matcher does more than match',
  severity: 'note',
  problem:
    'Bolt asks the matchers of one listener after another until one fits, and asks again at every retry. A matcher that posts or inserts does so for events that its listener never handles.',
  fix: ['Let the matcher only look, and do the work in the listener.'],
  check({ program, listeners }) {
    const seen = new Set<unknown>();
    return listeners.flatMap(({ site, language, location }) => {
      const lists = language === 'python' ? site.call.args.filter(({ keyword }) => keyword === 'matchers') : [];
      const functions = lists
        .flatMap(({ value }) => (value.form === 'list' ? value.items : []))
        .flatMap((one): Func[] => {
          const fn = program.evaluate(one, site.scope);
          return fn?.is === 'function' ? [fn.fn] : [];
        });
      return functions.flatMap((fn) => {
        program.give(fn, (_, name) => (name === undefined ? undefined : `slack.${name}`));
        const act = actsOf(program, fn).find((one) => effectOf(program, one)?.creates);
        if (!act || seen.has(act.expr)) return [];
        seen.add(act.expr);
        const args = { name: effectOf(program, act)?.name ?? '' };
        return [found(this.id, placeOf(act), args, { related: [noted(location, 'the listener whose matcher it is')] })];
      });
    });
  },
  say: ({ name }) => `${name} runs while Bolt only asks whether the listener fits.`,
});
