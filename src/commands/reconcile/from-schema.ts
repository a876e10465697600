// Operations of the dedupe schema: planned on a session that cannot write, carried out behind locks.
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { Exit, type ExitCode } from '../../exit.ts';
import { toIso } from '../../model/instant.ts';
import type { Items, ReconcileDocument, ReconcileItem, ReconcileReport } from '../../model/reconcile-document.ts';
import type { Database } from '../../postgres/database.ts';
import { openDatabase } from '../../postgres/open.ts';
import { progressOn } from '../../progress.ts';
import { carryOut } from '../../reconcile/carry-out.ts';
import { ItemPages } from '../../reconcile/item-pages.ts';
import { itemOf, looksOf, tooOld } from '../../reconcile/items.ts';
import { assertKept } from '../../reconcile/kept.ts';
import { assertBelongs, elsewhere, planOf, wishesOf } from '../../reconcile/plan.ts';
import { judgeAll, type Seen } from '../../reconcile/round.ts';
import { databaseIdentity, untold } from '../../store/reconcile/identity.ts';
import { keepLooks } from '../../store/reconcile/keep-looks.ts';
import { countUnsettled, readUnsettled } from '../../store/reconcile/unsettled.ts';
import { assertReadable } from '../../store/schema-state.ts';
import { createSessions } from '../../store/sessions.ts';
import type { Asking, ReconcileSource } from './asked.ts';
import { readPlan, writePlan } from './plan-file.ts';
import { assertTarget, isMeant, unknownKey } from './restricted.ts';
import { watched } from './watched.ts';

/** Operations that are read and looked at together. */
const pageSize = 2_000;

export function fromSchema(url: string, context: Context): ReconcileSource {
  const { signal } = context.io;
  let wasMet = false;
  const kept = new Set<string>();
  return {
    async run(asking) {
      if (typeof asking.apply === 'string') return applyFile(asking.apply, asking);
      if (!asking.watch) return (await round(asking)).code;
      return watched(signal, {
        round: async () => {
          for (const { applied } of (await round(asking)).document.items)
            if (applied && applied !== 'kept') return true;
          return false;
        },
        say: (sentence) => context.err.line(sentence),
      });
    },
  };

  async function round(asking: Asking): Promise<{ document: ReconcileReport; code: ExitCode }> {
    const { planned, plan } = await planning(asking);
    if (asking.planFile !== undefined) {
      writePlan(asking.planFile, plan, planned.items, context);
      if (plan.database.identity.startsWith(untold)) context.err.line(`the plan is bound to an address: ${untold}`);
    }
    if (asking.apply === false) {
      const looks = planned.items.length === 0 ? null : await keepLooks(url, looksOf(planned.items), signal);
      const document = { ...planned, looks };
      return { document, code: await asking.report(document, asking.watch) };
    }
    // The plan is shown first; the same plan is what is done.
    let acting = 0;
    for (const { action } of planned.items) if (action !== 'stay') acting += 1;
    if (acting > 0) context.err.line(`plan: ${acting} of ${planned.items.length} operations move`);
    const items = await carriedOut(planned.items, asking);
    const document = documentOf(items, 'applied', asking, planned);
    return { document, code: endOf(await asking.report(document, asking.watch), items, planned.items) };
  }

  async function planning(asking: Asking) {
    const database = await openDatabase(url, {
      readOnly: true,
      wholeTables: true,
      signal,
      applicationName: 'dedupe reconcile',
    });
    try {
      await assertReadable(database);
      const identity = await databaseIdentity(database);
      const { items, now, more } = await lookedAt(database, asking);
      const about = { at: toIso(now), database: identity.place, more };
      return {
        planned: documentOf(items, 'plan', asking, about),
        plan: planOf(items, { now, database: identity, targets: asking.targets, wishes: asking.wishes, more }),
      };
    } finally {
      await database.close();
    }
  }

  /** Page by page, so that memory does not grow with their number. */
  async function lookedAt(database: Database, asking: Asking) {
    const { key, target, limit, wishes } = asking;
    const items = new ItemPages();
    const chosen: Seen[] = [];
    const query = { key, target, dueOnly: asking.watch && key === undefined };
    const progress = progressOn(context.io.stderr, signal);
    let page = await readUnsettled(database, { ...query, limit: Math.min(pageSize, limit) });
    const { now } = page;
    // Whoever watches one until it is settled meets it once.
    wasMet ||= page.candidates.length > 0;
    assertTarget(asking, wasMet);
    if (key !== undefined && !wasMet) throw unknownKey(key);
    const total =
      page.candidates.length < pageSize ? page.candidates.length : await countUnsettled(database, { ...query, limit });
    try {
      while (page.candidates.length > 0) {
        const before = items.length;
        const tell = (done: number) => progress.tell('operations looked at', before + done, total);
        const { candidates } = page;
        const seen = await judgeAll({ ...asking, candidates, now: page.now, signal, tell });
        chosen.push(...seen.filter(({ candidate }) => wishes.keep.has(candidate.sourceEventKey)));
        const at = page.now;
        items.add(seen.map((one) => itemOf(one, at)));
        // One more, to know whether there is one.
        const rest = Math.max(1, Math.min(pageSize, limit - items.length));
        page = await readUnsettled(database, { ...query, limit: rest, after: page.last });
        if (items.length >= limit) break;
      }
    } finally {
      progress.end();
    }
    assertKept(chosen, wishes.keep, kept);
    return { items, now, more: page.candidates.length > 0 };
  }

  async function carriedOut(items: Items, asking: Asking): Promise<Items> {
    if (items.length === 0) return [];
    const sessions = createSessions(url, { size: 4, applicationName: 'dedupe reconcile', limitMs: 60_000 });
    const progress = progressOn(context.io.stderr, signal);
    const tell = (done: number) => progress.tell('operations carried out', done, items.length);
    try {
      return await carryOut(items, { ...asking, sessions, signal, tell });
    } finally {
      progress.end();
      await sessions.close();
    }
  }

  async function applyFile(file: string, asking: Asking): Promise<ExitCode> {
    const plan = readPlan(file, context);
    const database = await openDatabase(url, {
      readOnly: true,
      wholeTables: true,
      signal,
      applicationName: 'dedupe reconcile',
    });
    let at: string;
    try {
      await assertReadable(database);
      const identity = await databaseIdentity(database);
      const { now } = await readUnsettled(database, { limit: 1 });
      at = toIso(now);
      assertBelongs(plan, { now, database: identity, targets: asking.targets });
      const moved = elsewhere(plan, identity);
      if (moved !== undefined) context.err.line(moved);
    } finally {
      await database.close();
    }
    const meant = new ItemPages().add(plan.items.filter((item) => isMeant(asking, namesOf(item))));
    assertTarget(asking, meant.length > 0);
    if (meant.length === 0 && plan.items.length > 0) throw notInPlan(file);
    const items = await carriedOut(meant, { ...asking, wishes: wishesOf(plan) });
    const about = { at, database: plan.database.place, more: plan.more ?? false };
    return endOf(await asking.report(documentOf(items, 'applied', asking, about), false), items, meant);
  }

  /** What was not come to is neither done nor left alone. */
  function endOf(code: ExitCode, done: Items, asked: Items): ExitCode {
    if (done.length === asked.length) return code;
    context.err.line(`interrupted: ${done.length} of ${asked.length} operations were come to; the same call goes on`);
    return Exit.interrupted;
  }
}

function documentOf(
  items: Items,
  mode: ReconcileDocument['mode'],
  { maxAgeMs, planFile }: Asking,
  about: Pick<ReconcileDocument, 'at' | 'database' | 'more'>,
): ReconcileReport {
  return {
    version: 1,
    mode,
    source: 'schema',
    database: about.database,
    at: about.at,
    items,
    more: about.more,
    too_old: maxAgeMs === undefined ? null : tooOld(items, maxAgeMs),
    looks: null,
    left_out: null,
    plan: mode === 'plan' ? (planFile ?? null) : null,
  };
}

function namesOf({ source_event_key, event_id, target }: ReconcileItem) {
  return { sourceEventKey: source_event_key, eventId: event_id ?? undefined, target };
}

function notInPlan(file: string): DedupeError {
  return new DedupeError('DEDUPE_UNKNOWN_REFERENCE', `${file} has no operation of this --key and --target`, {
    hint: 'Nothing was changed. Without them everything that the plan holds is done.',
  });
}
