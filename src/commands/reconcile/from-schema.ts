// Operations of the dedupe schema: planned on a session that cannot write, carried out behind locks.
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { Exit, type ExitCode } from '../../exit.ts';
import { toIso } from '../../model/instant.ts';
import type { ReconcileDocument, ReconcileItem } from '../../model/reconcile-document.ts';
import { openDatabase } from '../../postgres/open.ts';
import { progressOn } from '../../progress.ts';
import { carryOut } from '../../reconcile/carry-out.ts';
import { itemOf, lookOf, tooOld } from '../../reconcile/items.ts';
import { assertKept } from '../../reconcile/kept.ts';
import { assertBelongs, elsewhere, planOf, wishesOf } from '../../reconcile/plan.ts';
import { judgeAll } from '../../reconcile/round.ts';
import { databaseIdentity, untold } from '../../store/reconcile/identity.ts';
import { keepLooks } from '../../store/reconcile/keep-looks.ts';
import { readUnsettled } from '../../store/reconcile/unsettled.ts';
import { assertReadable } from '../../store/schema-state.ts';
import { createSessions } from '../../store/sessions.ts';
import type { Asking, ReconcileSource } from './asked.ts';
import { readPlan, writePlan } from './plan-file.ts';
import { assertTarget, isMeant, unknownKey } from './restricted.ts';
import { watched } from './watched.ts';

export function fromSchema(url: string, context: Context): ReconcileSource {
  const { signal } = context.io;
  let wasMet = false;
  const kept = new Set<string>();
  return {
    async run(asking) {
      if (typeof asking.apply === 'string') return applyFile(asking.apply, asking);
      if (!asking.watch) return (await round(asking)).code;
      return watched(signal, {
        round: async () => (await round(asking)).document.items.some(({ applied }) => applied && applied !== 'kept'),
        say: (sentence) => context.err.line(sentence),
      });
    },
  };

  async function round(asking: Asking): Promise<{ document: ReconcileDocument; code: ExitCode }> {
    const { planned, plan } = await planning(asking);
    if (plan !== undefined && asking.planFile !== undefined) {
      writePlan(asking.planFile, plan, context);
      if (plan.database.identity.startsWith(untold)) context.err.line(`the plan is bound to an address: ${untold}`);
    }
    if (asking.apply === false) {
      const document = { ...planned, looks: await keepLooks(url, planned.items.map(lookOf), signal) };
      return { document, code: await asking.report(document, asking.watch) };
    }
    // The plan is shown first; the same plan is what is done.
    const acting = planned.items.filter(({ action }) => action !== 'stay').length;
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
      const query = { ...asking, limit: asking.limit + 1, dueOnly: asking.watch && asking.key === undefined };
      const { candidates, now } = await readUnsettled(database, query);
      // Whoever watches one until it is settled meets it once.
      wasMet ||= candidates.length > 0;
      assertTarget(asking, wasMet);
      if (asking.key !== undefined && !wasMet) throw unknownKey(asking.key);
      const asked = candidates.slice(0, asking.limit);
      const progress = progressOn(context.io.stderr, signal);
      const tell = (done: number) => progress.tell('operations looked at', done, asked.length);
      const seen = await judgeAll({ ...asking, candidates: asked, now, signal, tell }).finally(() => progress.end());
      assertKept(seen, asking.wishes.keep, kept);
      const items = seen.map((one) => itemOf(one, now));
      const more = candidates.length > asking.limit;
      const about = { at: toIso(now), database: identity.place, more };
      return {
        planned: documentOf(items, 'plan', asking, about),
        plan: planOf(items, { now, database: identity, targets: asking.targets, wishes: asking.wishes, more }),
      };
    } finally {
      await database.close();
    }
  }

  async function carriedOut(items: readonly ReconcileItem[], asking: Asking): Promise<ReconcileItem[]> {
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
    const meant = plan.items.filter((item) => isMeant(asking, namesOf(item)));
    assertTarget(asking, meant.length > 0);
    if (meant.length === 0 && plan.items.length > 0) throw notInPlan(file);
    const items = await carriedOut(meant, { ...asking, wishes: wishesOf(plan) });
    const about = { at, database: plan.database.place, more: plan.more ?? false };
    return endOf(await asking.report(documentOf(items, 'applied', asking, about), false), items, meant);
  }

  /** What was not come to is neither done nor left alone. */
  function endOf(code: ExitCode, done: readonly unknown[], asked: readonly unknown[]): ExitCode {
    if (done.length === asked.length) return code;
    context.err.line(`interrupted: ${done.length} of ${asked.length} operations were come to; the same call goes on`);
    return Exit.interrupted;
  }
}

function documentOf(
  items: readonly ReconcileItem[],
  mode: ReconcileDocument['mode'],
  { maxAgeMs, planFile }: Asking,
  about: Pick<ReconcileDocument, 'at' | 'database' | 'more'>,
): ReconcileDocument {
  return {
    version: 1,
    mode,
    source: 'schema',
    database: about.database,
    at: about.at,
    items: [...items],
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
