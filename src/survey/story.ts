// One story, explained like a trace, and what of it a scan keeps: a few numbers and names, never its facts.
import { causes } from '../causes/index.ts';
import { type Explanation, explain } from '../model/explain.ts';
import type { FactOf } from '../model/fact.ts';
import { type Instant, toIso } from '../model/instant.ts';
import { isDeleted, keepers } from '../model/keepers.ts';
import type { Certainty } from '../model/rule.ts';
import type { GroupKind, ScanDocument } from '../model/scan-document.ts';
import { duplicatedEffects, madeAt } from '../model/timeline/duplicates.ts';
import { ofKind, type Timeline } from '../model/timeline/timeline.ts';
import { decide } from '../model/verdict.ts';
import { creators, deadLetters, pastLease, permanentRetries, unknownOperations } from './signs.ts';

export interface Story {
  /** What `dedupe trace` takes. */
  readonly ref: string;
  readonly headline: string;
  readonly at: Instant | undefined;
  readonly groups: readonly {
    readonly kind: GroupKind;
    readonly id: string;
    readonly certainty: Certainty | undefined;
  }[];
  /** Records beyond the one that each effect should have. */
  readonly surplus: number;
  /** Objects of its largest effect. */
  readonly most: number;
  readonly damage: NonNullable<ScanDocument['damage']>;
  /** Milliseconds that its answered creates took. */
  readonly creates: readonly number[];
  /** Why nobody can say what it was; undefined when it was decided. */
  readonly undecided: string | undefined;
  readonly eventIds: readonly string[];
}

/** `now`: the end of what was read, against which leases are held. */
export function storyOf(timeline: Timeline, now: Instant | undefined): Story | undefined {
  const ref = referenceTo(timeline);
  if (ref === undefined) return undefined;
  const explanation = explain(timeline, causes);
  const [primary] = explanation.findings;
  const { verdict, headline, missing } = decide(timeline, primary);
  const named = primary && primary.finding.certainty !== 'open' ? primary : undefined;
  const duplicated = duplicatedEffects(timeline);
  const isDuplicate = verdict === 'duplicate';
  // One that a gap keeps open is named as a trace names it: only where none fits at all has the group no name.
  const cause = primary?.cause.id ?? 'open';
  const groups: Story['groups'][number][] = [];
  if (isDuplicate) groups.push({ kind: 'cause', id: cause, certainty: named?.finding.certainty ?? 'open' });
  if (verdict === 'split') groups.push({ kind: 'split', id: cause, certainty: named?.finding.certainty });
  if (verdict === 'not-a-duplicate' && named)
    groups.push({ kind: verdict, id: cause, certainty: named.finding.certainty });
  if (verdict === 'lost') groups.push({ kind: 'lost', id: 'lost', certainty: undefined });
  const others = { 'dead-letter': deadLetters, 'permanent-error-retried': permanentRetries, 'past-lease': pastLease };
  for (const [kind, isSeen] of Object.entries(others)) {
    if (isSeen(timeline, now)) groups.push({ kind: kind as GroupKind, id: kind, certainty: undefined });
  }
  if (!isDuplicate && unknownOperations(timeline)) {
    groups.push({ kind: 'unknown-operation', id: 'unknown-operation', certainty: undefined });
  }
  if (!isDuplicate && creators(timeline) > 1) {
    groups.push({ kind: 'several-creators', id: 'several-creators', certainty: undefined });
  }
  return {
    ref,
    headline,
    at: beginningOf(timeline),
    groups,
    surplus: isDuplicate ? duplicated.reduce((sum, { chains }) => sum + chains.length - 1, 0) : 0,
    most: Math.max(0, ...timeline.effects.map(({ chains }) => chains.length)),
    damage: isDuplicate ? damageOf(timeline, ref, cause) : [],
    creates: ofKind(timeline, 'call').flatMap(spanOf),
    undecided: verdict === 'inconclusive' ? (missing[0] ?? headline) : undefined,
    eventIds: timeline.events.map(({ eventId }) => eventId),
  };
}

export type { Explanation };

/** The shortest that a person can type and every source knows. */
function referenceTo({ events, effects, facts }: Timeline): string | undefined {
  const [event] = events;
  if (event) return event.eventId;
  const record = effects[0]?.chains[0]?.record ?? facts.find(({ kind }) => kind === 'record');
  if (record?.kind === 'record' && record.fields.record_id !== undefined) return record.fields.record_id;
  const { queue, job_id } = (facts.find(({ kind }) => kind === 'attempt' || kind === 'job')?.fields ?? {}) as Record<
    string,
    string | undefined
  >;
  return queue !== undefined && job_id !== undefined ? `job:${queue}/${job_id}` : undefined;
}

function beginningOf({ facts }: Timeline): Instant | undefined {
  return facts.find(({ kind, at }) => kind !== 'lifecycle' && at !== undefined)?.at;
}

function spanOf({ fields }: FactOf<'call'>): number[] {
  const begun = fields.started_at ?? fields.at;
  if ((fields.operation ?? 'create') !== 'create' || begun === undefined || fields.finished_at === undefined) return [];
  // How long somebody waited in vain is not how long the target takes.
  if (fields.outcome === 'unknown') return [];
  return [fields.finished_at - begun];
}

/** Every copy, with what a person needs to close it by hand. */
function damageOf(timeline: Timeline, ref: string, cause: string): Story['damage'] {
  const kept = new Map(keepers(timeline).map((record) => [record.fact, record]));
  return duplicatedEffects(timeline).flatMap(({ target, action, chains }) =>
    chains.map((chain) => {
      const { record, call, event } = chain;
      const made = madeAt(chain) as Instant | undefined;
      const { keep = false, why = '' } = kept.get(record.n) ?? {};
      return {
        ...{ ref, cause, target, action },
        record: record.fields.record_id ?? '?',
        url: record.fields.url ?? null,
        event_id: event?.eventId ?? null,
        source_event_key: record.fields.source_event_key ?? call?.fields.source_event_key ?? null,
        created_at: made === undefined ? null : toIso(made),
        do: isDeleted(chain) ? ('deleted' as const) : keep ? ('keep' as const) : ('close' as const),
        why,
      };
    }),
  );
}
