// Sources that are only read: your own table, one key, and logs of those who have no ledger.
import { hidePassword } from '../../config/keys.ts';
import type { Context } from '../../context.ts';
import { DedupeError } from '../../errors.ts';
import { toIso } from '../../model/instant.ts';
import type { Candidate } from '../../model/reconcile.ts';
import type { ReconcileDocument } from '../../model/reconcile-document.ts';
import { runOwnSelect } from '../../postgres/own-select.ts';
import { itemOf, tooOld } from '../../reconcile/items.ts';
import { judgeAll } from '../../reconcile/round.ts';
import { candidatesOf } from '../../store/reconcile/own-ledger.ts';
import type { Asking, ReconcileSource } from './asked.ts';
import { candidatesInLogs } from './log-candidates.ts';
import { assertTarget, isMeant } from './restricted.ts';

/** A table of requests may be large, and nobody waits for one at night. */
const statementTimeoutMs = 30_000;

interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly database?: string;
}

export function fromLedger(url: string, select: string, context: Context): ReconcileSource {
  return readOnly('ledger', context, async (asking) => {
    const { rows } = await runOwnSelect(
      { name: 'ledger.select', text: select, params: [] },
      {
        url,
        signal: context.io.signal,
        applicationName: 'dedupe reconcile',
        statementTimeoutMs,
        limit: asking.limit + 1,
        timeZone: 'UTC',
      },
    );
    return {
      candidates: candidatesOf(rows).filter((one) => isMeant(asking, one)),
      database: hidePassword(url),
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
    const candidates = await candidatesInLogs(context);
    return { candidates: candidates.filter((one) => isMeant(asking, one)) };
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
      const { candidates, database } = await gather(asking);
      assertTarget(asking, source !== 'key' && candidates.length > 0);
      const now = context.clock();
      const asked = candidates.slice(0, asking.limit);
      const seen = await judgeAll({ ...asking, candidates: asked, now, signal: context.io.signal, partly: true });
      const items = seen.map((one) => itemOf(one, now));
      const document: ReconcileDocument = {
        version: 1,
        mode: 'report',
        source,
        database: database ?? null,
        at: toIso(now),
        items,
        more: candidates.length > asking.limit,
        too_old: asking.maxAgeMs === undefined ? null : tooOld(items, asking.maxAgeMs),
        looks: null,
        left_out: null,
        plan: null,
      };
      return asking.report(document, false);
    },
  };
}
