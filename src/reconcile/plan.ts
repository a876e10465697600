// A plan that can be carried out later, by somebody else, elsewhere: and refused where it does not belong.
import { DedupeError } from '../errors.ts';
import { type Instant, toIso } from '../model/instant.ts';
import type { PlanHead, ReconcileItem, ReconcilePlan } from '../model/reconcile-document.ts';
import type { DatabaseIdentity } from '../store/reconcile/identity.ts';
import { configuredName } from './configured-name.ts';
import type { Targets } from './look.ts';
import type { Wishes } from './round.ts';

/** What was true an hour ago is looked at anew rather than believed. */
const validMs = 3_600_000;

export function planOf(
  items: Iterable<ReconcileItem>,
  about: {
    readonly now: Instant;
    readonly database: DatabaseIdentity;
    readonly targets: Targets;
    readonly wishes: Wishes;
    readonly more: boolean;
  },
): PlanHead {
  const named = new Set<string>();
  for (const { target, source_event_key } of items)
    named.add(configuredName({ target, sourceEventKey: source_event_key }));
  return {
    version: 1,
    made_at: toIso(about.now),
    expires_at: toIso((about.now + validMs) as Instant),
    database: keptOf(about.database),
    targets: Object.fromEntries(
      [...about.targets].filter(([name]) => named.has(name)).map(([name, target]) => [name, identityOf(target)]),
    ),
    accept_absent: Object.fromEntries(about.wishes.acceptAbsent),
    keep: Object.fromEntries(about.wishes.keep),
    more: about.more,
  };
}

function keptOf({ standby: _, ...kept }: DatabaseIdentity): ReconcilePlan['database'] {
  return kept;
}

/** Throws DEDUPE_PLAN_REFUSED: another database or a copy of it, another target under the same name, another schema, or too late. */
export function assertBelongs(
  plan: ReconcilePlan,
  about: { readonly now: Instant; readonly database: DatabaseIdentity; readonly targets: Targets },
): void {
  const { database } = plan;
  if (database.identity !== about.database.identity)
    throw refused(`it was made for another database: ${told(database)}; this is ${told(about.database)}`);
  if (database.schema_version !== about.database.schema_version)
    throw refused(
      `the schema has version ${about.database.schema_version} by now, the plan saw ${database.schema_version}`,
    );
  const copied = copyOf(database, about.database);
  if (copied !== undefined) throw refused(copied);
  for (const [name, identity] of Object.entries(plan.targets)) {
    const target = about.targets.get(name);
    const now = target === undefined ? 'not configured' : identityOf(target);
    if (now !== identity) throw refused(`target ${name} was ${identity}, and is ${now} here`);
  }
  for (const { target, source_event_key, action } of plan.items) {
    const name = configuredName({ target, sourceEventKey: source_event_key });
    if (action !== 'stay' && !Object.hasOwn(plan.targets, name))
      throw refused(`it does not say which system ${name} was when ${source_event_key} was looked for there`);
  }
  // However long somebody has written into it.
  const end = Math.min(Date.parse(plan.expires_at), Date.parse(plan.made_at) + validMs);
  if (!(about.now <= end)) throw refused(`it expired at ${plan.expires_at}`);
}

/** The same cluster by its name, and yet not the one that the plan saw. */
function copyOf(planned: ReconcilePlan['database'], now: DatabaseIdentity): string | undefined {
  if (now.standby)
    return `${now.place} is a standby, or a backup that is still being restored: only the primary is written to`;
  if (planned.timeline !== now.timeline)
    return (
      `this database is on timeline ${now.timeline ?? 'not told'}, the plan saw ${planned.timeline ?? 'none'}: ` +
      'it is a copy that went its own way, or was promoted since'
    );
  if (planned.position !== null && (now.position === null || BigInt(now.position) < BigInt(planned.position)))
    return `this database stands before what the plan saw (its log ends at ${now.position ?? '?'}, the plan saw ${planned.position}): it was restored from an earlier backup`;
  return undefined;
}

/** Behind one name another machine may answer by now: it may be a move of the same database, so it is said and not refused. */
export function elsewhere({ database }: PlanHead, now: DatabaseIdentity): string | undefined {
  if (database.server === now.server) return undefined;
  const [before = 'a local socket', here = 'a local socket'] = [database.server ?? undefined, now.server ?? undefined];
  return `the plan was made on ${before}, and is carried out on ${here}: if one is a copy of the other, take the way back that is printed`;
}

function told({ place, identity }: Pick<DatabaseIdentity, 'place' | 'identity'>): string {
  return `${place}, ${identity}`;
}

export function wishesOf(plan: PlanHead): Wishes {
  return { acceptAbsent: new Map(Object.entries(plan.accept_absent)), keep: new Map(Object.entries(plan.keep)) };
}

function identityOf(target: Targets extends ReadonlyMap<string, infer T> ? T : never): string {
  return target instanceof DedupeError ? 'not open' : (target.identity ?? target.title);
}

function refused(why: string): DedupeError {
  return new DedupeError('DEDUPE_PLAN_REFUSED', `the plan is refused: ${why}`, {
    hint: 'Nothing was changed. Make a new one: dedupe reconcile --plan FILE.',
  });
}
