// A request that nobody answered, and what was sent or made again because of it.
import type { Fact, FactOf } from '../fact.ts';
import { type Call, madeBy, unansweredCreates } from './creates.ts';
import { groupedBy } from './duplicates.ts';
import { orderOf } from './skew.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

/**
 * Who repeated it: the same execution, a later one of its job, or a layer further out; `invoke`: it was a function's call,
 * repeated inside it; `service`: the caller called a service of its own again.
 */
export type Layer = 'attempt' | 'next' | 'outside' | 'invoke' | 'service';

export interface Repetition {
  readonly unanswered: Call;
  /** What the unanswered request made; undefined: no source shows whether it made anything. */
  readonly made: Chain | undefined;
  /** The second request, or what it made where the request itself was not logged. */
  readonly again: Fact;
  readonly layer: Layer;
  readonly isStated: boolean;
}

/** An unanswered create that made one copy, and the next create for the same event, after the caller had given up. */
export function repeatedCreate(timeline: Timeline, { target, chains }: Effect): Repetition | undefined {
  for (const unanswered of unansweredCreates(timeline, target)) {
    const made = madeBy(unanswered, chains);
    if (!made) continue;
    for (const chain of chains) {
      if (chain === made.chain || !isOneEvent(made.chain, chain)) continue;
      const again = chain.call ?? chain.record;
      if (again.n === unanswered.n || !followed(timeline, unanswered, again)) continue;
      const isStated =
        made.stated &&
        unanswered.fields.outcome !== undefined &&
        chain.call !== undefined &&
        !chain.inferred.includes('call');
      return { unanswered, made: made.chain, again, layer: layerOf(unanswered, chain), isStated };
    }
  }
  return undefined;
}

/** An unanswered create without any object that could be its own, and a later create that was answered. */
export function unseenCreate(timeline: Timeline): Repetition | undefined {
  for (const { target, chains } of timeline.effects) {
    for (const unanswered of unansweredCreates(timeline, target)) {
      const chain = chains.find(({ call }) => call && call.n !== unanswered.n && followed(timeline, unanswered, call));
      if (!chain?.call || madeBy(unanswered, chains)) continue;
      return { unanswered, made: undefined, again: chain.call, layer: layerOf(unanswered, chain), isStated: false };
    }
  }
  return undefined;
}

/** Runs that began one after the other while one caller waited, each with a request id of its own, and each made a copy. */
export function repeatedInvocation(timeline: Timeline, effect: Effect): Repetition | undefined {
  const runs = [...groupedBy(effect, 'run')].sort(([a], [b]) => a.n - b.n);
  for (const call of ofKind(timeline, 'call')) {
    if (call.fields.outcome !== 'unknown' || call.fields.target === effect.target) continue;
    const [first, second] = runs.filter(([run]) => startedDuring(call, run));
    if (!first || !second || !differ(first[0], second[0])) continue;
    const made = first[1][0];
    if (made) return { unanswered: call, made, again: second[0], layer: 'invoke', isStated: false };
  }
  return repeatedServiceCall(timeline, effect, runs);
}

/** A call of another service that nobody answered, and the next call of that service: each led to a run of it, and to a copy. */
function repeatedServiceCall(
  timeline: Timeline,
  { target }: Effect,
  runs: readonly (readonly [FactOf<'run'>, readonly Chain[]])[],
): Repetition | undefined {
  const calls = ofKind(timeline, 'call').filter(
    ({ fields }) => fields.target !== undefined && fields.target !== target,
  );
  for (const unanswered of calls.filter(({ fields }) => fields.outcome === 'unknown')) {
    const again = calls.find(
      (call) =>
        call.n !== unanswered.n &&
        call.fields.target === unanswered.fields.target &&
        followed(timeline, unanswered, call),
    );
    if (!again) continue;
    const ranFor = (call: FactOf<'call'>) => runs.find(([run]) => isCalledBy(run, call) ?? startedDuring(call, run));
    const [first, second] = [ranFor(unanswered), ranFor(again)];
    const made = first?.[1][0];
    if (!first || !second || !made || first === second) continue;
    const isStated = isCalledBy(first[0], unanswered) === true && isCalledBy(second[0], again) === true;
    return { unanswered, made, again, layer: 'service', isStated };
  }
  return undefined;
}

/** The service logs the request id that it was called with; undefined where one of them was not logged. */
function isCalledBy(run: FactOf<'run'>, { fields: { request_id } }: FactOf<'call'>): boolean | undefined {
  const own = run.fields.request_id;
  return own === undefined || request_id === undefined ? undefined : own === request_id;
}

function isOneEvent(a: Chain, b: Chain): boolean {
  const isOne = <T>(left: T | undefined, right: T | undefined) => !left || !right || left === right;
  return isOne(a.event, b.event) && isOne(a.delivery, b.delivery);
}

/** What began before the caller gave up was not sent because of it. */
function followed(timeline: Timeline, unanswered: Call, again: Fact): boolean {
  const ended = unanswered.fields.finished_at ?? unanswered.at;
  if (ended === undefined || again.at === undefined) return again.n > unanswered.n;
  return again.at >= ended || orderOf(timeline, { ...unanswered, at: ended }, again) === 'unknown';
}

function layerOf({ fields }: Call, { call, attempt, run }: Chain): Layer {
  const again = { ...attempt?.fields, ...call?.fields };
  if (fields.job_id !== undefined) {
    if (again.job_id !== fields.job_id) return 'outside';
    return again.attempt === fields.attempt ? 'attempt' : 'next';
  }
  const runId = call?.fields.run_id ?? run?.fields.run_id;
  return fields.run_id !== undefined && fields.run_id === runId ? 'attempt' : 'outside';
}

function startedDuring({ at, fields }: Call, run: FactOf<'run'>): boolean {
  if (at === undefined || run.at === undefined || fields.finished_at === undefined) return false;
  return run.at >= at && run.at <= fields.finished_at;
}

function differ(a: FactOf<'run'>, b: FactOf<'run'>): boolean {
  const [left, right] = [a.fields.request_id, b.fields.request_id];
  return left !== undefined && right !== undefined && left !== right;
}
