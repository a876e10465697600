// Sources that are only read: your own table, one key, and logs of those who have no ledger.
import { hidePassword } from '../../config/keys.ts';
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { toIso } from '../../model/instant.ts';
import type { Candidate } from '../../model/reconcile.ts';
import type { ReconcileDocument, ReconcileReport } from '../../model/reconcile-document.ts';
import type { Gap } from '../../model/source.ts';
import { runOwnSelect } from '../../postgres/own-select.ts';
import { itemOf, tooOld } from '../../reconcile/items.ts';
import { assertKept } from '../../reconcile/kept.ts';
import { judgeAll } from '../../reconcile/round.ts';
import { sharedKeys } from '../../reconcile/shared-keys.ts';
import { candidatesOf } from '../../store/reconcile/own-ledger.ts';
import type { Asking, ReconcileSource } from './asked.ts';
import { candidatesInLogs } from './log-candidates.ts';
import { assertTarget, isMeant, unknownKey } from './restricted.ts';

/** A table of requests may be large, and nobody waits for one at night. */
const statementTimeoutMs = 30_000;

/** Rows of a ledger in which one key or one target is looked for. */
const mostRows = 1_000_000;

interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly database?: string;
  readonly more?: boolean;
  readonly creates?: NonNullable<ReconcileDocument['creates']>;
  readonly gaps?: readonly Gap[];
}

export function fromLedger(url: string, select: string, context: Context): ReconcileSource {
  return readOnly('ledger', context, async (asking) => {
    const isRestricted = asking.key !== undefined || asking.target !== undefined;
    const { rows, reached } = await runOwnSelect(
      { name: 'ledger.select', text: select, params: [] },
      {
        url,
        signal: context.io.signal,
        applicationName: 'dedupe reconcile',
        statementTimeoutMs,
        limit: isRestricted ? mostRows : asking.limit,
        timeZone: 'UTC',
      },
    );
    const all = candidatesOf(rows);
    const others = sharedKeys(all);
    return {
      candidates: all.flatMap((one) => (isMeant(asking, one) ? { ...one, sharedWith: others(one) } : [])),
      database: hidePassword(url),
      more: reached,
    };
  });
}

export function fromKey(context: Context): ReconcileSource {
  return readOnly('key', context, async ({ key = '', target = '', sentAt, firstSentAt }) => ({
    candidates: [
      {
        sourceEventKey: key,
        workspaceId: '',
        baseKey: key,
        eventId: undefined,
        target,
        state: 'unknown',
        attempt: 1,
        key,
        externalId: undefined,
        sentAt,
        firstSentAt,
        finishedAt: undefined,
        leaseEnd: undefined,
        nextLookAt: undefined,
      },
    ],
  }));
}

export function fromLogs(context: Context): ReconcileSource {
  return readOnly('logs', context, async (asking) => {
    const { candidates, leftOut, settled, gaps, more } = await candidatesInLogs(context, ({ key, fields }) =>
      // What does not say where it was sent may be what is asked about.
      isMeant(asking, {
        sourceEventKey: fields.source_event_key ?? key ?? '',
        eventId: fields.event_id,
        target: fields.target ?? asking.target ?? '',
        key,
      }),
    );
    const left_out = leftOut.map((one) => ({ ...one, examples: [...one.examples] }));
    return { candidates, creates: { left_out, settled }, gaps, more };
  });
}

function readOnly(
  source: ReconcileDocument['source'],
  context: Context,
  gather: (asking: Asking) => Promise<Gathered>,
): ReconcileSource {
  return {
    async run(asking) {
      if (asking.apply !== false || asking.planFile !== undefined || asking.watch)
        throw new DedupeError('DEDUPE_USAGE', '--plan, --apply and --watch need operations of the dedupe schema', {
          hint: 'Your own table, a key and logs are only read: the report says what each request became.',
        });
      const { candidates, database, more = false, creates, gaps } = await gather(asking);
      assertTarget(asking, source !== 'key' && candidates.length > 0);
      // Of what was not seen, or settled since, the report tells.
      const isTold = candidates.length > 0 || more || (creates && (creates.settled > 0 || creates.left_out.length > 0));
      if (asking.key !== undefined && !isTold && !gaps?.some(({ kind }) => kind === 'failed'))
        throw unknownKey(asking.key);
      const now = context.clock();
      const asked = candidates.slice(0, asking.limit);
      const seen = await judgeAll({ ...asking, candidates: asked, now, signal: context.io.signal, partly: true });
      assertKept(seen, asking.wishes.keep, new Set());
      const items = seen.map((one) => itemOf(one, now));
      const document: ReconcileReport = {
        version: 1,
        mode: 'report',
        source,
        database: database ?? null,
        at: toIso(now),
        items,
        ...(creates && { creates }),
        ...(gaps && { gaps: gaps.map(told) }),
        more: more || candidates.length > asking.limit,
        too_old: asking.maxAgeMs === undefined ? null : tooOld(items, asking.maxAgeMs),
        looks: null,
        left_out: null,
        plan: null,
      };
      return asking.report(document, false);
    },
  };
}

function told({ source, reason, wouldSettle, kind }: Gap): NonNullable<ReconcileDocument['gaps']>[number] {
  return { source, reason, would_settle: wouldSettle, failed: kind === 'failed' };
}
