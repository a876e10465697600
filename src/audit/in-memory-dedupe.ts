// Is what was handled already remembered only by the process?
import type { AuditInput } from '../model/audit-input.ts';
import type { Act } from '../model/code/act.ts';
import { placeOf } from '../model/code/answers.ts';
import { decides } from '../model/code/decides.ts';
import { isAboutEvent, type StoreUse, storeUses, textOf } from '../model/code/dedupe-stores.ts';
import { endsRun } from '../model/code/ends-run.ts';
import { atomicClaims } from '../model/code/guards.ts';
import { isHandedEvent } from '../model/code/handed-key.ts';
import { eventIds, inFrontOfBolt } from '../model/code/in-front-of-bolt.ts';
import { remoteUses } from '../model/code/remote-stores.ts';
import { lookUp, type Scope } from '../model/code/scope.ts';
import type { Expr, Stmt } from '../model/code/syntax.ts';
import { blocksOf, everyExpr, valuesOf } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly store: string;
  /** It is taken out again when the work has ended. */
  readonly isReleased: boolean;
}

export const inMemoryDedupe = defineRule<AuditInput, Args>({
  id: 'in-memory-dedupe',
  title: 'The process alone remembers what was handled',
  severity: 'note',
  problem:
    'A set or map in memory forgets at every restart and deployment, and a second instance or worker never knew. Retries after a restart and copies at another instance pass.',
  fix: [
    'Keep the claim where all instances and the next process see it: a unique index, or Redis with SET NX.',
    'Claim the event with a unique insert, commit the claim with the result, release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    const seen = new Set<unknown>();
    const fronts = inFrontOfBolt(program, eventIds);
    return [...listeners, ...routes, ...fronts].flatMap(({ acts }) => {
      // Whatever lasts and is asked as well decides; what stands in front of it only saves the way.
      if (atomicClaims(program, acts).length > 0) return [];
      const lasting = remoteUses(acts).filter(({ does, act }) => does === 'ask' && endsRun(acts, act));
      const uses = [
        ...storeUses(acts, (key, _, act) => isHandedEvent(key, act, acts)),
        ...storeUses(acts, isOther).filter(({ store }) => handledOnes.test(store)),
      ].filter(({ home }) => home === 'memory');
      return uses.flatMap((ask) => {
        const note = uses.find((one) => one.does === 'note' && one.store === ask.store);
        if (ask.does !== 'ask' || !note || seen.has(ask.key) || !decides(program, ask, note, acts)) return [];
        if (lasting.some(({ act }) => isNext(ask.act, act))) return [];
        const isReleased = isLock(ask);
        if (isReleased && isOfThread(ask.key, ask.scope)) return [];
        seen.add(ask.key);
        return [
          found(
            this.id,
            placeOf(ask.act),
            { store: ask.store, isReleased },
            { related: [noted(placeOf(note.act), 'remembered here')] },
          ),
        ];
      });
    });
  },
  say: ({ store, isReleased }) =>
    isReleased
      ? `Only ${store}, in the memory of this process and while the work runs, knows of it: a second instance, or a copy that comes later, handles it again.`
      : `Only ${store}, in the memory of this process, knows what was handled: a restart or a second instance handles it again.`,
});

/** A channel or a person is no key of an event; what a set of them is called says that each is served once. */
const handledOnes =
  /(^|[._])_?(already_?)?(seen|processed|handled|greeted|welcomed|introduced|notified|posted|announced|answered|replied|responded|delivered|invited|onboarded)([A-Z_]\w*)?$/;

function isOther(key: Expr, scope: Scope): boolean {
  return !isAboutEvent(key, scope);
}

/** Asked behind it in the same function, or in one of those that came to it: other work has its own. */
function isNext(first: Act, { n, frames }: Act): boolean {
  const [here] = frames.slice(-1);
  return n > first.n && here !== undefined && first.frames.includes(here);
}

/** One run at a time for each thread is another matter: its next message is handled as well. */
function isOfThread(key: Expr, scope: Scope, depth = 0): boolean {
  return everyExpr(key).some(
    (one) =>
      ((one.form === 'name' || one.form === 'member') && /thread/i.test(one.name ?? '')) ||
      (one.form === 'name' &&
        depth < 2 &&
        lookUp(scope, one.name).some(
          (binding) => binding.is === 'value' && isOfThread(binding.value, binding.scope, depth + 1),
        )),
  );
}

/** Taken out again in a `finally`: it says what is running, not what was handled. */
function isLock({ act, store }: StoreUse): boolean {
  const gives = (list: readonly Stmt[], isLast: boolean): boolean =>
    list.some(
      (one) =>
        (isLast && valuesOf(one).some((value) => everyExpr(value).some((part) => takesOut(part, store)))) ||
        (one.does === 'try' && gives(one.last, true)) ||
        blocksOf(one).some((block) => gives(block, isLast)),
    );
  return gives(act.scope.fn?.body ?? [], false);
}

function takesOut(part: Expr, store: string): boolean {
  return (
    part.form === 'call' &&
    part.callee.form === 'member' &&
    /^(delete|discard|remove|pop)$/.test(part.callee.name ?? '') &&
    textOf(part.callee.object) === store
  );
}
