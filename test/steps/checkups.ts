// What a look could have shown, part by part: a checkup of which nothing is configured, and the pieces that cases put in.
import type {
  Checkup,
  CodeSight,
  DrillSight,
  KeyedTable,
  SchemaSight,
  Sight,
  TablesSight,
} from '../../src/model/checkup.ts';
import type { Figure } from '../../src/model/figures.ts';
import type { Instant } from '../../src/model/instant.ts';
import { parseInstant } from '../../src/model/instant.ts';
import type { CheckedLog } from '../../src/model/logs-document.ts';

const none = { state: 'not-configured', configure: 'somewhere' } as const;

export const now = parseInstant('2026-11-29T12:00:00Z') as Instant;

/** Nothing is configured. */
export const blind: Checkup = {
  ...{ now, trace: none, logs: none, schema: none, tables: none, queues: none },
  ...{ targets: none, slack: none, code: none, drill: none, figures: none },
};

export const seen = <T>(value: T): Sight<T> => ({ state: 'seen', value });
export const down = { state: 'failed', reason: 'connection refused' } as const;

export const log = (
  fields: Readonly<Record<string, number>> = {},
  more: Partial<CheckedLog> = {},
): Sight<readonly CheckedLog[]> =>
  seen([
    {
      ...{
        file: 'app.log',
        lines: 100,
        readable: true,
        unread: [],
        forms: [],
        unused: [],
        missing: [],
        exposed: [],
        zoneless: 0,
      },
      mappable: [],
      kinds: [{ kind: 'delivery', count: 10 }],
      fields: Object.entries(fields).map(([field, count]) => ({ field, count, examples: [] })),
      ...more,
    },
  ]);

const used = { events: true, deliveries: true, answers: true, attempts: true, effects: true };
export const unused = { events: false, deliveries: false, answers: false, attempts: false, effects: false };

export const schema = (more: Partial<SchemaSight> = {}): Sight<SchemaSight> =>
  seen({ version: 4, differences: [], holds: used, consumers: [], ...more });

export const tables = (keyed: readonly KeyedTable[], selects: TablesSight['selects'] = []): Sight<TablesSight> =>
  seen({ keyed, keyless: [], selects });

export const keyed = (role: KeyedTable['role'], unique: KeyedTable['unique']): KeyedTable => ({
  ...{ name: 'some_table', role, columns: ['event_id'], unique },
  repair: 'create unique index concurrently on some_table (event_id)',
});

export const code = (rules: readonly string[], more: Partial<CodeSight> = {}): Sight<CodeSight> =>
  seen({
    ...{ files: 9, handlers: 3, receivers: 1, manifests: 1, creates: 2, skipped: [] },
    findings: rules.map((rule) => ({ rule, place: 'app.ts:7', sentence: 'it does' })),
    ...more,
  });

export const drill = (
  verdicts: Readonly<Record<string, 'safe' | 'unsafe'>>,
  startedAt = '2026-11-20T10:00:00Z',
): Sight<DrillSight> =>
  seen({
    file: 'dedupe-drill.json',
    staleAfterMs: 30 * 86_400_000,
    results: Object.entries(verdicts).map(([scenario, verdict]) => ({
      ...{ scenario, verdict, rounds: 1, wanted: 1, got: 1, lost: 0, result_ids: [], evidence: 'counted' },
      ...{ started_at: startedAt, duration_ms: 1, receivers: [], counted_by: 'sql', dedupe_version: 'x' },
    })),
  });

export const figures = (all: readonly Figure[]): Sight<readonly Figure[]> => seen(all);

export const answered = (p99: number, name = 'p99'): Figure => ({
  ...{ id: 'answer-time', source: 'log' },
  values: [{ name, value: p99, unit: 'ms' }],
});
