// The create was carried out, the caller was not told so, and somebody sent it again.
import type { Cause } from '../model/cause.ts';
import { formatSpan } from '../model/instant.ts';
import { timeoutEqualTo } from '../model/known-timeouts.ts';
import type { Finding } from '../model/rule.ts';
import { unansweredCreates } from '../model/timeline/creates.ts';
import { duplicatedEffects, madeAt, recordNames, spanBetween } from '../model/timeline/duplicates.ts';
import {
  type Layer,
  type Repetition,
  repeatedCreate,
  repeatedInvocation,
  unseenCreate,
} from '../model/timeline/repetition.ts';
import type { Chain } from '../model/timeline/timeline.ts';

export interface AmbiguousOutcomeRetry {
  readonly target: string;
  readonly call: number;
  readonly again: number;
  readonly layer: Layer;
  /** What the caller was told; null when only the silence was logged. */
  readonly answer: string | null;
  /** How long the caller waited; null when one end was not logged. */
  readonly waitedMs: number | null;
  /** From the first create to the next; null when one has no time. */
  readonly gapMs: number | null;
  /** The time limit that the wait or the gap equals, by name; null when it equals none that is known. */
  readonly timeout: string | null;
  /** What the unanswered create made; null when nobody has looked. */
  readonly unnoticed: string | null;
  /** No id ties it to the create: it is the only one that fits by its time. */
  readonly isByTime: boolean;
  readonly records: readonly string[];
}

export const ambiguousOutcomeRetry: Cause<AmbiguousOutcomeRetry> = {
  id: 'ambiguous-outcome-retry',
  title: 'Created, the answer was lost, created again',
  family: 'AMBIGUOUS_WRITE',
  severity: 'error',
  deviatesAt: 'call',
  problem:
    'A request that creates something gets no answer, or an error that says nothing about it: a time-out, a dropped connection, a 500 or 504. ' +
    'The target may have carried it out all the same. A caller that takes this for a failure creates again, and so does a client library or a ' +
    'function runtime that repeats by itself.',
  signs: [
    'a create whose outcome is unknown, and an object at the target that was made while the caller waited or soon after',
    'a second create for the same source event follows, in the same attempt, the next one, or from a layer further out',
    'the wait equals the time-out of a client or proxy; the gap equals it plus a backoff, or a configured wait',
    'a function that ran twice with different request ids was called twice; with one request id the platform ran it again',
  ],
  fix: [
    'Send an idempotency key that is the same for every attempt (the source_event_key), where the target takes one.',
    'Where it takes none: note the outcome as unknown and look the object up by a marker of its own before creating again; wait for the index first if the look-up is a search.',
    'Treat only an answer that proves it as a failure: refused connections and 4xx other than 408, not time-outs and not 5xx.',
    "Switch off the client library's own retries for creates, and make the client wait longer than the target takes.",
  ],

  check(timeline) {
    const duplicated = duplicatedEffects(timeline);
    const found = duplicated.flatMap((effect) => {
      const repetition = repeatedCreate(timeline, effect) ?? repeatedInvocation(timeline, effect);
      return repetition ? [findingOf(repetition, effect.chains)] : [];
    });
    if (duplicated.length > 0) return found;
    const suspicion = unseenCreate(timeline);
    return suspicion
      ? [
          findingOf(
            suspicion,
            timeline.effects.flatMap(({ chains }) => chains),
          ),
        ]
      : [];
  },

  say({ target, layer, answer, waitedMs, unnoticed, records }) {
    const wait = waitedMs === null ? '' : ` after ${formatSpan(waitedMs)}`;
    const told = answer === null ? `got no answer${wait}` : `ended with ${answer}${wait}, which proves nothing`;
    const who = {
      attempt: 'the same attempt created again',
      next: 'the next attempt of the job created again',
      outside: 'another create followed',
      invoke: 'it was called again with a new request id',
      service: 'its caller called it again',
    }[layer];
    const made = records.filter((id) => id !== unnoticed).join(', ');
    if (unnoticed === null) {
      return `A create at ${target} ${told}; ${who} and made ${made}. Whether the first one made anything, no source shows.`;
    }
    const done =
      layer === 'invoke' || layer === 'service'
        ? `The call of ${target} made ${unnoticed} but ${told}`
        : `A create at ${target} made ${unnoticed} but ${told}`;
    return `${done}; ${who} and made ${made}.`;
  },

  because({ call, again, unnoticed, isByTime, waitedMs, gapMs, timeout, layer }) {
    const limit = timeout === null ? '' : `, as long as ${timeout}`;
    const wait = waitedMs === null || layer === 'invoke' ? '' : `; its caller had waited ${formatSpan(waitedMs)}`;
    const lines = [`nobody was told what #${call} did${wait}`];
    if (unnoticed !== null && layer !== 'invoke' && layer !== 'service')
      lines.push(`${unnoticed} ${isByTime ? `fits #${call} alone, by its time` : `was made by #${call}`}`);
    if (gapMs !== null) lines.push(`#${again} began ${formatSpan(gapMs)} after #${call} had begun${limit}`);
    if (layer === 'invoke')
      lines.push('the runs have request ids of their own: they were called, not run again by the platform');
    return lines;
  },

  refute(timeline) {
    for (const { target, chains } of duplicatedEffects(timeline)) {
      const shared = sharedRequest(chains);
      if (shared) {
        const reason = `both runs carry request id ${shared.requestId}: the platform ran it again, its caller did not call again`;
        return { reason, facts: shared.facts };
      }
      const [first, second] = chains;
      const [from, to] = [first && madeAt(first), second && madeAt(second)];
      if (!first || !second || unansweredCreates(timeline, target).length > 0) continue;
      const facts = [first.record.n, second.record.n];
      if (from !== undefined && to !== undefined && Math.abs(to - from) < shortestWaitMs) {
        const apart = formatSpan(Math.abs(to - from));
        return { reason: `the copies are ${apart} apart, and no caller gives up and tries again so soon`, facts };
      }
      if (chains.every(({ call }) => call?.fields.outcome === 'done')) {
        const calls = chains.flatMap(({ call }) => call?.n ?? []);
        return { reason: 'every create was answered, so none was repeated for want of an answer', facts: calls };
      }
    }
    return undefined;
  },
};

/** Below this, copies come from two paths at once. */
const shortestWaitMs = 100;

/** Two runs under one request id: a repeat that no caller sent. */
function sharedRequest(chains: readonly Chain[]): { requestId: string; facts: number[] } | undefined {
  const runs = [...new Set(chains.flatMap(({ run }) => run ?? []))];
  for (const run of runs) {
    const { request_id: requestId } = run.fields;
    const same = runs.filter(({ fields }) => requestId !== undefined && fields.request_id === requestId);
    const isLater = same.some(({ at }) => at !== undefined && run.at !== undefined && at - run.at > shortestWaitMs);
    if (requestId !== undefined && isLater) return { requestId, facts: same.map(({ n }) => n) };
  }
  return undefined;
}

function findingOf(repetition: Repetition, chains: readonly Chain[]): Finding<AmbiguousOutcomeRetry> {
  const { unanswered, made, again, layer, isStated } = repetition;
  const { at, fields } = unanswered;
  const waitedMs = at === undefined || fields.finished_at === undefined ? null : fields.finished_at - at;
  const gapMs = spanBetween(unanswered, again) ?? null;
  const args: AmbiguousOutcomeRetry = {
    target: fields.target ?? 'the target',
    call: unanswered.n,
    again: again.n,
    layer,
    answer: fields.error_code ?? (fields.status === undefined ? null : `status ${fields.status}`),
    waitedMs,
    gapMs,
    timeout: [waitedMs, gapMs].map(nameOf).find((name) => name !== null) ?? null,
    isByTime: made !== undefined && made.call?.n !== unanswered.n,
    unnoticed: made ? (recordNames([made])[0] ?? null) : null,
    records: recordNames(chains),
  };
  const facts = [unanswered.n, ...(made ? [made.record.n] : []), again.n, ...chains.map(({ record }) => record.n)];
  const certainty = made === undefined ? 'open' : isStated ? 'shown' : 'consistent';
  return { rule: 'ambiguous-outcome-retry', args, certainty, facts: [...new Set(facts)] };
}

function nameOf(spanMs: number | null): string | null {
  return spanMs === null ? null : (timeoutEqualTo('answer', spanMs)?.name ?? null);
}
