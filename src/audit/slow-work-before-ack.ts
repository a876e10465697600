// Does a handler call another system before it has answered Slack?
import type { AuditInput } from '../model/audit-input.ts';
import { type Act, canPrecede } from '../model/code/act.ts';
import { isAnsweredBehind } from '../model/code/answered-behind.ts';
import { ackOf, chainOf, placeOf } from '../model/code/answers.ts';
import { databaseWork } from '../model/code/database-work.ts';
import { type Effect, effectOf } from '../model/code/effects.ts';
import { isHeldOpen } from '../model/code/held-open.ts';
import { waitedThread } from '../model/code/hired-calls.ts';
import { mentions } from '../model/code/looks.ts';
import type { Listener } from '../model/code/slack-app.ts';
import { socketMethod } from '../model/code/socket-listeners.ts';
import type { Expr } from '../model/code/syntax.ts';
import { everyExpr } from '../model/code/walk.ts';
import { defineRule, found, noted } from '../model/found.ts';

interface Args {
  readonly what: string;
  readonly name: string;
  readonly kind: Effect['kind'];
  /** `ack`: before the acknowledgement. `held`: the framework answers only when the listener has ended. `answer`: before the response. */
  readonly before: 'ack' | 'held' | 'answer';
  /** Slack sends it again by itself; of the others people do. */
  readonly isEvent: boolean;
}

export const slowWorkBeforeAck = defineRule<AuditInput, Args>({
  id: 'slow-work-before-ack',
  title: 'Another system is called before Slack has its answer',
  severity: 'error',
  problem:
    'Slack waits three seconds. A call to another system takes as long as that system likes: when the answer is late, Slack sends the event again, and a person who sees an error presses again. Both runs do the work.',
  fix: [
    'Acknowledge first, as the first awaited thing of the handler; then do the work.',
    'Claim the event with a unique insert before the work, commit it with the result, and release it only on proven failure: marking after the work doubles, marking before it loses.',
  ],
  check({ program, listeners, routes }) {
    const late = (acts: readonly Act[]) =>
      acts.flatMap((act) => {
        const isHere = act.handedTo === undefined || act.handedTo === waitedThread || readsBody.test(act.handedTo);
        // What is told of an error before the answer is no work of every day.
        const isTold = act.isInCatch || /error|exception|failure/i.test(act.scope.fn?.name ?? '');
        const effect = act.isAwaited && isHere && !isTold ? effectOf(program, act) : undefined;
        return effect && isSlow(effect) ? [{ act, effect }] : [];
      });
    const told = new Map<unknown, Set<unknown>>();
    /** One handler may be registered many times. */
    const isTold = (handler: unknown, expr: unknown) => {
      const own = told.get(handler) ?? new Set();
      told.set(handler, own);
      return own.size === own.add(expr).size;
    };
    const inListeners = listeners.flatMap((listener) => {
      const { acts, kind } = listener;
      const held = isHeldOpen(program, listener);
      const isEvent = kind === 'event' || kind === 'message';
      if (kind === 'use' || (!needsAck(listener) && !held)) return [];
      const acks = acts.filter((act) => ackOf(act));
      // Whoever never acknowledges here may do it elsewhere: that is for another rule.
      if (!held && acks.length === 0) return [];
      const behind = acts.flatMap((act) => {
        const effect = !held && isAnsweredBehind(acks, act) ? effectOf(program, act) : undefined;
        return effect && isSlow(effect) ? [{ act, effect }] : [];
      });
      const isBefore = ({ act }: { readonly act: Act }) =>
        held || (!acks.some((ack) => canPrecede(ack, act)) && acks.some((ack) => canPrecede(act, ack)));
      // One statement may register what came.
      const hit = worstOf([...late(acts), ...behind], isBefore) ?? databaseWork(program, acts).filter(isBefore)[1];
      if (!hit || listener.isWrapped || isTold(listener.handler, hit.act.expr)) return [];
      const ack = held ? undefined : acks.find((one) => canPrecede(hit.act, one));
      const related = [
        ...chainOf(hit.act),
        ...(ack
          ? [noted(placeOf(ack), 'acknowledged only here')]
          : held
            ? [noted(held, 'this holds the answer back until the listeners have ended')]
            : []),
      ];
      const args = {
        what: nameOf(listener),
        name: hit.effect.name,
        kind: hit.effect.kind,
        before: held ? 'held' : 'ack',
        isEvent,
      } as const;
      const isNote =
        hit.effect.kind === 'database' ||
        (held && (listener.app?.kind !== 'events-adapter' || hit.effect.kind === 'slack'));
      return [found(this.id, placeOf(hit.act), args, { related, ...(isNote && { severity: 'note' }) })];
    });
    const inRoutes = routes.flatMap(({ acts: all, path, framework, handler, readsEvents, isInvoked }) => {
      const acts = framework === 'lambda' ? all.filter((act) => !isOfQueue(act)) : all;
      // How this one answers is not known.
      if (framework === 'other' || isInvoked) return [];
      // An answer through a response object comes where it is called; a returned one comes at the end.
      const answers = acts.filter((act) =>
        /^http\.response\.(.*\.)?(send|json|end|sendStatus)$|^lambda\.(callback|context\.(succeed|done))$/.test(
          act.path ?? '',
        ),
      );
      const byReturn = answers.length === 0;
      const behind = acts.flatMap((act) => {
        const effect = isAnsweredBehind(answers, act) ? effectOf(program, act) : undefined;
        return effect && isSlow(effect) ? [{ act, effect }] : [];
      });
      const isBefore = ({ act }: { readonly act: Act }) =>
        byReturn || (!answers.some((one) => canPrecede(one, act)) && answers.some((one) => canPrecede(act, one)));
      // A look, and a statement that registers what came.
      const hit = worstOf([...late(acts), ...behind], isBefore) ?? databaseWork(program, acts).filter(isBefore)[2];
      if (!hit || isTold(handler, hit.act.expr)) return [];
      const args = {
        what: path ?? `the ${framework} handler`,
        name: hit.effect.name,
        kind: hit.effect.kind,
        before: 'answer',
        // Commands and clicks at the same address are not sent again by Slack.
        isEvent: readsEvents && isOfEvent(hit.act),
      } as const;
      // Slack itself, and a database, answer in time as a rule.
      const severity = /^(slack|database)$/.test(hit.effect.kind) ? ('note' as const) : undefined;
      return [found(this.id, placeOf(hit.act), args, { related: chainOf(hit.act), ...(severity && { severity }) })];
    });
    return [...inListeners, ...inRoutes];
  },
  say({ what, name, kind, before, isEvent }) {
    const call = `${name} (${kinds[kind]})`;
    const again = isEvent
      ? 'Slack sends the event again when it takes longer than three seconds'
      : 'the person sees an error after three seconds and does it again';
    if (before === 'ack') return `${what} waits for ${call} before it calls ack: ${again}.`;
    if (before === 'held')
      return `${what} waits for ${call}, and the answer is held back until the listener has ended: ${again}.`;
    return `${what} waits for ${call} before it answers: ${again}.`;
  },
});

/** The call that takes the longest as a rule; of two alike the first. */
function worstOf<T extends { readonly effect: Effect }>(late: readonly T[], isHit: (one: T) => unknown): T | undefined {
  return late.filter(isHit).toSorted((a, b) => rankOf(a.effect) - rankOf(b.effect))[0];
}

/** `req.on('end', …)`: the handler goes on when the body has come. */
const readsBody = /^http\.request\.on$/;

function rankOf({ kind }: Effect): number {
  return kind === 'model' ? 0 : kind === 'http' ? 1 : kind === 'slack' ? 3 : 2;
}

/** `if "Records" in event`: what the function gets from a queue comes without Slack. */
function isOfQueue({ arms }: Act): boolean {
  return arms.some(({ test, side }) => side === 'yes' && mentions(test, /^Records$/));
}

function isOfEvent({ arms }: Act): boolean {
  const yes = arms.filter(({ side }) => side === 'yes');
  return yes.some(({ test }) => mentions(test, /^event_callback$/)) || !yes.some(({ test }) => isInteractive(test));
}

/** A field or a word of the request; a variable may be called so for other reasons. */
function isInteractive(test: Expr): boolean {
  return everyExpr(test).some(
    (one) =>
      (one.form === 'member' && one.name !== undefined && interactive.test(one.name)) ||
      (one.form === 'text' && interactive.test(one.fixed)),
  );
}

const interactive = /^(command|payload|actions|block_actions|view_submission|response_url|callback_id)$/;

const kinds: Readonly<Record<Effect['kind'], string>> = {
  http: 'another system',
  slack: 'the Slack Web API',
  mail: 'mail',
  model: 'a language model',
  database: 'a database',
  queue: 'a queue',
  wait: 'a wait',
  program: 'another program',
};

function isSlow({ kind }: Effect): boolean {
  return kind !== 'database' && kind !== 'queue';
}

/** Options answer with what they fetched, so they cannot answer first. */
function needsAck({ app, kind, method }: Listener): boolean {
  return (
    method === socketMethod ||
    app?.kind === 'socket-client' ||
    kind === 'command' ||
    kind === 'action' ||
    kind === 'shortcut' ||
    kind === 'view'
  );
}

function nameOf({ kind, wanted }: Listener): string {
  return wanted?.is === 'text' ? `${kind} ${wanted.value}` : `this ${kind} listener`;
}
