// Is a call that creates made again after any error, although its answer alone may have been lost?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { actsOf } from '../model/code/acts.ts';
import { placeOf } from '../model/code/answers.ts';
import { hasKey } from '../model/code/effect-key.ts';
import { effectOf } from '../model/code/effects.ts';
import { locate } from '../model/code/locate.ts';
import { retryLoops, retryWrappers } from '../model/code/retry-loops.ts';
import type { Span, Stmt } from '../model/code/syntax.ts';
import { blocksOf } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly call: string;
  readonly by: string;
}

export const blindRetryAfterTimeout = defineRule<AuditInput, Args>({
  id: 'blind-retry-after-timeout',
  title: 'A create is repeated without knowing whether the first one worked',
  severity: 'note',
  problem:
    'A time-out, a cut connection and a 5xx do not say that nothing was made: often only the answer was lost. A create that is sent again after any error makes a second one.',
  fix: [
    'Send an idempotency key that stays the same for all attempts, where the system takes one.',
    'Otherwise note the outcome as unknown, look for the record by a marker of its own, and create only when it is proven absent.',
    'Repeat only what the system has surely refused: a 429, a connection that was never made.',
  ],
  check({ program }) {
    return program.modules.flatMap(({ functions, module, scope: top }) => {
      const mayWrap = /retry|backoff/i.test(module.text);
      return functions.flatMap(({ fn, scope }) => {
        const creating = (acts: readonly Act[]) =>
          acts.find((act) => {
            const effect = effectOf(program, act);
            return effect?.creates && (effect.kind === 'http' || effect.kind === 'mail') && !hasKey(program, act);
          });
        const loops = retryLoops(fn);
        const wrappers = mayWrap ? retryWrappers(program, fn, scope.parent ?? top) : [];
        // What a function does is worth finding out only where it is repeated.
        if (loops.length === 0 && wrappers.length === 0) return [];
        const acts = actsOf(program, fn);
        const inLoops = loops.flatMap((loop) => {
          const inside = acts.filter(
            (act) => isNear(act) && loop.tried.start <= placeIn(act).start && placeIn(act).end <= loop.tried.end,
          );
          const hit = creating(inside);
          // One that is asked first, or that looks at what went wrong, is not blind.
          if (!hit || loop.looks) return [];
          return [{ hit, by: loop.by, at: locate(module, loop.at, 'this repeats it') }];
        });
        const wrapped = wrappers.flatMap(({ name, at }) => {
          const hit = creating(acts.filter(isNear));
          return hit ? [{ hit, by: name, at: locate(module, at, 'this repeats it') }] : [];
        });
        return [...inLoops, ...wrapped].map(({ hit, by, at }) =>
          found(
            this.id,
            placeOf(hit),
            { call: effectOf(program, hit)?.name ?? '', by },
            { related: [noted(at, at.note ?? '')], certainty: 'consistent' },
          ),
        );
      });
    });
  },
  say: ({ call, by }) =>
    `${by} repeats ${call} after any error, and no key tells the target that it is the same: when only the answer was lost, two are made.`,
});

/** In the function itself, or in one that it calls and that lets every error out. */
function isNear({ frames, scope }: Act): boolean {
  return frames.length === 1 || (frames.length === 2 && scope.fn !== undefined && !hasTry(scope.fn.body));
}

function hasTry(list: readonly Stmt[]): boolean {
  return list.some((one) => one.does === 'try' || blocksOf(one).some(hasTry));
}

/** Where it stands in the function itself. */
function placeIn({ at, chain }: Act): Span {
  return chain[0]?.at ?? at;
}
