// Who has no ledger has logs: creates of which the log knows a beginning or a lost answer, and no end.
import type { Context } from '../../context.ts';
import type { Observation } from '../../model/fact.ts';
import type { Instant } from '../../model/instant.ts';
import type { Candidate } from '../../model/reconcile.ts';
import { openSources } from '../../sources.ts';

/** Stories of one sweep; a log with more calls of unknown outcome has another problem. */
const mostStories = 10_000;

export async function candidatesInLogs(context: Context): Promise<Candidate[]> {
  const { config, io } = context;
  const { sources, close } = await openSources(context);
  try {
    const found: Observation[] = [];
    for (const source of sources) {
      const query = { since: config.since.value, until: config.until.value, limit: mostStories };
      const more = { eventIds: [], effectsElsewhere: false, figures: false };
      const swept = await source.sweep?.({ ...query, ...more }, io.signal, () => {});
      if (swept === undefined) continue;
      const numbers = Array.from({ length: swept.count }, (_, i) => i);
      found.push(...(await swept.look(numbers, io.signal)).observations);
    }
    return unknownCalls(found);
  } finally {
    await close();
  }
}

type Call = Extract<Observation, { kind: 'call' }>['fields'];

/** One candidate for each key and target, however often it was tried; the last try counts. */
export function unknownCalls(observations: readonly Observation[]): Candidate[] {
  const calls = new Map<string, Call>();
  observations.forEach((one, i) => {
    if (one.kind !== 'call' || (one.fields.operation ?? 'create') !== 'create') return;
    const name = one.fields.call_id ?? String(i);
    calls.set(name, { ...calls.get(name), ...one.fields });
  });
  const first = firstOf(calls.values());
  const candidates = new Map<string, Candidate>();
  for (const call of calls.values()) {
    const key = call.idempotency_key ?? call.source_event_key;
    if (key === undefined || call.target === undefined || !isUnknown(call)) continue;
    const name = nameOf(call.target, key);
    const before = candidates.get(name);
    const next = candidateOf(call, key);
    const last = before === undefined || (before.leaseEnd ?? 0) <= (next.leaseEnd ?? 0) ? next : before;
    candidates.set(name, { ...last, firstSentAt: first.get(name) });
  }
  return [...candidates.values()];
}

/** When each was tried first, however that ended. One try without a moment may have been the first. */
function firstOf(calls: Iterable<Call>): ReadonlyMap<string, Instant | undefined> {
  const first = new Map<string, Instant | undefined>();
  for (const call of calls) {
    const key = call.idempotency_key ?? call.source_event_key;
    if (key === undefined || call.target === undefined) continue;
    const name = nameOf(call.target, key);
    const began = (call.started_at ?? call.at) as Instant | undefined;
    const before = first.has(name) ? first.get(name) : began;
    first.set(name, began === undefined || before === undefined ? undefined : (Math.min(began, before) as Instant));
  }
  return first;
}

function nameOf(target: string, key: string): string {
  return JSON.stringify([target, key]);
}

function isUnknown({ outcome, finished_at, result_id }: Call): boolean {
  return result_id === undefined && (outcome === 'unknown' || (outcome === undefined && finished_at === undefined));
}

function candidateOf(call: Call, key: string): Candidate {
  const began = (call.started_at ?? call.at) as Instant | undefined;
  return {
    sourceEventKey: call.source_event_key ?? key,
    workspaceId: call.workspace_id ?? '',
    baseKey: call.source_event_key ?? key,
    eventId: call.event_id,
    target: call.target ?? '',
    state: 'unknown',
    attempt: call.attempt ?? 1,
    key,
    externalId: undefined,
    sentAt: began,
    firstSentAt: undefined,
    finishedAt: undefined,
    leaseEnd: call.finished_at ?? began,
    nextLookAt: undefined,
  };
}
