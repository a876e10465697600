// A function that its platform ran again: one request id, two runs. A caller that repeats gets a new id.
import type { FactOf } from '../fact.ts';
import { unansweredCreates } from './creates.ts';
import { groupedBy } from './duplicates.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';

type Run = FactOf<'run'>;

export interface PlatformRetry {
  readonly first: Run;
  readonly again: Run;
  readonly requestId: string;
  /** What the first run had made; it was answered for each. */
  readonly made: readonly Chain[];
  readonly repeated: readonly Chain[];
  /** How the first ended, as somebody logged it; undefined: no line says. */
  readonly outcome: Run['fields']['outcome'];
  /** The platform itself, or a trigger, says that there were two invocations; false: only the runs' request id does. */
  readonly isInvocation: boolean;
}

/** It had made something, and failed. */
export function platformRetryOf(timeline: Timeline, effect: Effect): PlatformRetry | undefined {
  const unanswered = unansweredCreates(timeline, effect.target);
  return runsAgain(effect).find(
    ({ first: { fields }, outcome }) =>
      (outcome === 'failed' || outcome === 'unknown') &&
      // Where the create itself got no answer, that is the story.
      !unanswered.some((call) => call.fields.run_id !== undefined && call.fields.run_id === fields.run_id),
  );
}

/** Nothing tells of a failure: the first ended well, or no line says how it ended. */
export function runAgainUnasked(effect: Effect): PlatformRetry | undefined {
  return runsAgain(effect).find(
    ({ outcome, isInvocation, first, again }) =>
      (outcome === 'done' || outcome === undefined) && (isInvocation || isFarApart(first, again)),
  );
}

/** Two arrivals under one request id: the platform that runs the function, not the sender, made the second. */
export function isInvokedAgain({ fields: a }: FactOf<'delivery'>, { fields: b }: FactOf<'delivery'>): boolean {
  return (
    a.transport === 'trigger' &&
    b.transport === 'trigger' &&
    a.request_id !== undefined &&
    a.request_id === b.request_id
  );
}

function runsAgain(effect: Effect): PlatformRetry[] {
  const groups = [...groupedBy(effect, 'run')].sort(([a], [b]) => a.n - b.n);
  return groups.flatMap(([first, made], i) => {
    const requestId = requestOf(first, made);
    if (requestId === undefined || made.some(isJobs)) return [];
    const next = groups
      .slice(i + 1)
      .find(([other, repeated]) => requestOf(other, repeated) === requestId && beganAfter(first, other));
    if (!next) return [];
    const [again, repeated] = next;
    const isInvocation = areInvocations(first, again, requestId) || wereTriggered(made, repeated);
    return [{ first, again, requestId, made, repeated, outcome: first.fields.outcome, isInvocation }];
  });
}

/** Of the run itself, or of the trigger that began it: a request id over HTTP can be one that a proxy keeps. */
function requestOf({ fields }: Run, [made]: readonly Chain[]): string | undefined {
  const delivery = made?.delivery?.fields;
  return fields.request_id ?? (delivery?.transport === 'trigger' ? delivery.request_id : undefined);
}

/** A job keeps the request id of what enqueued it. */
function isJobs({ job, attempt }: Chain): boolean {
  return job !== undefined || attempt !== undefined;
}

/** The platform gives a run no id of its own: it is named by the request, and counted where one comes again. */
function areInvocations({ fields: a }: Run, { fields: b }: Run, requestId: string): boolean {
  return a.run_id === requestId && b.run_id?.startsWith(`${requestId}#`) === true;
}

function wereTriggered([made]: readonly Chain[], [again]: readonly Chain[]): boolean {
  const [a, b] = [made?.delivery, again?.delivery];
  return a !== undefined && b !== undefined && a !== b && isInvokedAgain(a, b);
}

/** Listeners of one request follow one another closely. */
const listenersMs = 30_000;

function isFarApart(first: Run, again: Run): boolean {
  const [ended, began] = [endOf(first), again.fields.started_at ?? again.at];
  return ended !== undefined && began !== undefined && began - ended >= listenersMs;
}

function endOf({ at, fields }: Run): number | undefined {
  return fields.finished_at ?? at;
}

function beganAfter(first: Run, other: Run): boolean {
  const began = other.fields.started_at ?? other.at;
  const ended = endOf(first);
  return other !== first && began !== undefined && ended !== undefined && began >= ended;
}
