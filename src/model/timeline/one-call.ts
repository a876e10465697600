// One create was logged and two objects are there: who made the second, as far as creator, request and time can tell?
import { spanBetween } from './duplicates.ts';
import { oneProducer, type Producer, twoWrites } from './producers.ts';
import type { Chain, Effect, Timeline } from './timeline.ts';
import { ofKind } from './timeline.ts';

export interface OneCallTwice {
  /**
   * `automation`: another creator. `library`: one creator, another request, while the call was still open. `callback`: one
   * creator, another request, after the call had ended. `open`: creator or requests were not logged.
   */
  readonly form: 'automation' | 'library' | 'callback' | 'open';
  readonly own: Chain;
  readonly other: Chain;
  readonly call: NonNullable<Chain['call']>;
  readonly producer: Producer;
  /** From the first object to the second; undefined when one has no time. */
  readonly gapMs: number | undefined;
  /** What would have told; empty unless open. */
  readonly missing: readonly string[];
}

/** Undefined: several deliveries, runs or creates, or a job that ran again: then something else made the second. */
export function oneCallTwice(timeline: Timeline, effect: Effect): OneCallTwice | undefined {
  const producer = oneProducer(timeline, effect);
  if (!producer || hasSeveralAttempts(effect)) return undefined;
  const creates = ofKind(timeline, 'call').filter(
    ({ fields: { operation = 'create', target = effect.target } }) =>
      operation === 'create' && target === effect.target,
  );
  const [call, ...moreCalls] = creates;
  const ties = effect.chains.filter((chain) => chain.call === call && !chain.inferred.includes('call'));
  const own = ties.find(({ record }) => record.fields.record_id === call?.fields.result_id) ?? ties[0];
  const [other, ...moreOthers] = effect.chains.filter((chain) => chain !== own);
  if (!call || moreCalls.length > 0 || !own || !other || moreOthers.length > 0) return undefined;
  const gapMs = spanBetween(own.record, other.record);
  const told = formOf(own, other, call);
  // One creator twice within one run: a second path in the app's own code is the nearer reading.
  if (told.form === 'open' && twoWrites(effect)) return undefined;
  return { ...told, own, other, call, producer, gapMs };
}

function hasSeveralAttempts({ chains }: Effect): boolean {
  const names = chains.map(({ attempt, job }) => attempt ?? job);
  return new Set(names.filter((fact) => fact !== undefined)).size > 1;
}

function formOf(own: Chain, other: Chain, call: OneCallTwice['call']): Pick<OneCallTwice, 'form' | 'missing'> {
  const [creator, author] = [own.record.fields.created_by, other.record.fields.created_by];
  if (creator !== undefined && author !== undefined && creator !== author) return { form: 'automation', missing: [] };
  const [request, second] = [own.record.fields.request_id ?? call.fields.request_id, other.record.fields.request_id];
  const [at, ended] = [other.record.at, call.fields.finished_at];
  const missing = [
    ...(creator === undefined || author === undefined ? ['created_by of both records'] : []),
    ...(request === undefined || second === undefined ? ['the request_id under which the target made each'] : []),
    ...(at === undefined || ended === undefined ? ['created_at of the second record and the end of the call'] : []),
  ];
  if (missing.length > 0 || request === second || at === undefined || ended === undefined)
    return { form: 'open', missing };
  return { form: at <= ended ? 'library' : 'callback', missing };
}
