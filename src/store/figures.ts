// The figures that the schema can tell, each from one statement. What it does not keep is a gap.
import * as z from 'zod/mini';
import type { Figure, FigureId, FigureValue } from '../model/figures.ts';
import { type Instant, toIso } from '../model/instant.ts';
import { aliveMs } from '../model/running-consumer.ts';
import type { Database } from '../postgres/database.ts';

/** Numbers by name; null is "no row says". Units follow from the name's ending. */
const answer = z.record(z.string(), z.nullable(z.number()));

const within = (column: string) =>
  `($1::timestamptz is null or ${column} >= $1) and ($2::timestamptz is null or ${column} <= $2)`;
const ms = (span: string) => `extract(epoch from ${span}) * 1000`;
const percentiles = (span: string, prefix = '') =>
  ['0.5', '0.95', '0.99']
    .map((at) => `'${prefix}p${Number(at) * 100} ms', percentile_cont(${at}) within group (order by ${ms(span)})`)
    .join(', ');

const statements: Partial<Record<FigureId, string>> = {
  'unique-conflicts': `select jsonb_build_object('deliveries turned away as duplicate share',
      count(*) filter (where disposition = 'duplicate')::float8 / nullif(count(disposition), 0))
    from dedupe.deliveries where ${within('received_at')}`,
  retries: `select coalesce(jsonb_object_agg(reason || ' count', n), '{}') from (
      select coalesce(retry_reason, 'no reason kept') as reason, count(*) as n from dedupe.deliveries
      where retry_num > 0 and ${within('received_at')} group by 1 order by 2 desc limit 20) r`,
  'answer-time': `select jsonb_build_object(${percentiles('answered_at - received_at')})
    from dedupe.deliveries where answered_at is not null and ${within('received_at')}`,
  queue: `select (select jsonb_build_object(${percentiles('a.claimed_at - e.received_at', 'wait ')})
      from dedupe.attempts a join dedupe.inbound_events e
        on e.event_id = a.event_id and e.workspace_id = a.workspace_id and e.provider = a.provider
      where a.attempt = 1 and ${within('a.claimed_at')})
    || jsonb_build_object('depth now count', (select count(*) from dedupe.inbound_events
      where status in ('received', 'retryable_error') and available_at <= clock_timestamp()))`,
  attempts: `select jsonb_build_object('on average per job', count(*)::float8 / nullif(count(distinct (job_id, queue, workspace_id)), 0),
      'most count', max(attempt)) from dedupe.attempts where ${within('claimed_at')}`,
  'unknown-operations': `select jsonb_build_object(
      'unknown now count', count(*) filter (where state = 'unknown'),
      'time until proof p95 ms', percentile_cont(0.95) within group (order by ${ms('finished_at - sent_at')})
        filter (where reconcile_history @> '[{"what": "proof"}]' and finished_at is not null))
    from dedupe.operations where ${within('planned_at')}`,
  'dead-letters': `select jsonb_build_object('operations given up count', count(*)) from dedupe.operations
    where state = 'dead' and ${within('planned_at')}`,
  instances: `select coalesce(jsonb_object_agg(name || ' count', n), '{}') from (
      select 'live in version ' || coalesce(deployment_version, '?') as name, count(distinct instance_id) as n
      from dedupe.instances where stopped_at is null and seen_at > clock_timestamp() - interval '${aliveMs} ms'
        and ($1::timestamptz is null or true) and ($2::timestamptz is null or true)
      group by 1 order by 2 desc limit 20) v`,
};

const unseen: Partial<Record<FigureId, string>> = {
  'effect-conflicts':
    'a create that meets its own key leaves no row; the log of the target or of the caller would show it',
  'own-bot': 'the schema keeps no bot id',
};

const units: readonly (readonly [ending: string, unit: FigureValue['unit']])[] = [
  [' share', 'share'],
  [' ms', 'ms'],
  [' per job', 'per job'],
  [' count', 'count'],
];

export async function readFigures(
  database: Database,
  source: string,
  { since, until }: { readonly since: Instant | undefined; readonly until: Instant | undefined },
): Promise<Figure[]> {
  const span = [since === undefined ? null : toIso(since), until === undefined ? null : toIso(until)];
  const figures: Figure[] = Object.entries(unseen).map(([id, gap]) => ({ id: id as FigureId, source, gap }));
  for (const [id, statement] of Object.entries(statements)) {
    const [row] = await database.query<{ row: unknown }>(`select (${statement}) as row`, span);
    const values = valuesOf(answer.parse(row?.row ?? {}));
    figures.push(
      values.length > 0
        ? { id: id as FigureId, source, values }
        : { id: id as FigureId, source, gap: 'no row of this span says anything about it' },
    );
  }
  return figures;
}

function valuesOf(numbers: Readonly<Record<string, number | null>>): FigureValue[] {
  return Object.entries(numbers).flatMap(([key, value]) => {
    const [ending, unit] = units.find(([end]) => key.endsWith(end)) ?? ['', 'count'];
    return value === null
      ? []
      : [{ name: key.slice(0, key.length - ending.length), value: Math.round(value * 1e6) / 1e6, unit }];
  });
}
