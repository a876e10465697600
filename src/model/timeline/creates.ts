// Requests that make something at a target, and those of them whose result nobody was told.
import type { FactOf } from '../fact.ts';
import { isCallOf } from './attempts.ts';
import type { Chain, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export type Call = FactOf<'call'>;

/** Answers that say nothing about what was done: a time-out on the way, a gateway's or the server's own failure. */
const silentStatus = (status: number) => status >= 500 || status === 408 || status === 499;

/** Sent, and nobody was told what became of it. An answer that was not logged at all is not this. */
function isUnanswered({ fields }: Call): boolean {
  if (fields.outcome !== undefined) return fields.outcome === 'unknown';
  return fields.result_id === undefined && fields.status !== undefined && silentStatus(fields.status);
}

/** Begun, and the execution that sent it was cut off before anybody wrote what came back. */
function isCutOff(timeline: Timeline, call: Call): boolean {
  const { outcome, finished_at, result_id, status, job_id, instance_id } = call.fields;
  if ([outcome, finished_at, result_id, status].some((known) => known !== undefined) || job_id === undefined)
    return false;
  const chain = timeline.effects.flatMap(({ chains }) => chains).find((one) => one.call?.n === call.n);
  const wasWrittenDown = instance_id !== undefined && chain?.record.fields.instance_id === instance_id;
  const sender = ofKind(timeline, 'attempt').find((attempt) => isCallOf(call, attempt));
  return sender !== undefined && sender.fields.outcome !== 'done' && !wasWrittenDown;
}

/** Unanswered creates at one target, in order. A call that does not say what it does counts only at a target of effects. */
export function unansweredCreates(timeline: Timeline, target?: string): Call[] {
  const targets = new Set(timeline.effects.map((effect) => effect.target));
  return ofKind(timeline, 'call').filter((call) => {
    const { operation, target: own } = call.fields;
    const isCreate = operation === 'create' || (operation === undefined && own !== undefined && targets.has(own));
    return (
      isCreate &&
      (target === undefined || own === undefined || own === target) &&
      (isUnanswered(call) || isCutOff(timeline, call))
    );
  });
}

/** The object that a create made: named by the call's ids, or the only one of its time that no call names. */
export function madeBy(call: Call, chains: readonly Chain[]): { chain: Chain; stated: boolean } | undefined {
  const named = chains.find((chain) => chain.call?.n === call.n);
  if (named) return { chain: named, stated: !named.inferred.includes('call') };
  const fitting = chains.filter((chain) => chain.call === undefined && couldBe(call, chain));
  const [only, ...others] = fitting;
  return only && others.length === 0 ? { chain: only, stated: false } : undefined;
}

/** Two clocks and a slow target: an object may appear some time after its caller has given up. */
const appearsWithinMs = 60_000;

function couldBe(call: Call, { record, attempt }: Chain): boolean {
  const { job_id, attempt: number } = call.fields;
  if (attempt && (attempt.fields.job_id !== job_id || attempt.fields.attempt !== number)) return false;
  if (record.at === undefined || call.at === undefined) return true;
  return record.at >= call.at - 1000 && record.at <= (call.fields.finished_at ?? call.at) + appearsWithinMs;
}
