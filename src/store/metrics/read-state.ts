// How things stand now: each figure from one index, counted up to a limit and no further.
import * as z from 'zod/mini';
import type { MetricName } from '../../model/metrics/catalogue.ts';
import type { Sample } from '../../model/metrics/sample.ts';
import { aliveMs } from '../../model/running-consumer.ts';
import type { Queryable } from '../../postgres/database.ts';
import { everSurplus, knownSurplus } from '../operations/known-surplus.ts';

const limit = 100_000;
const some = (from: string) => `(select count(*) from (select from ${from} limit ${limit}) counted)::float8`;
const age = (column: string, from: string) =>
  `coalesce((select extract(epoch from now() - ${column}) from ${from} order by ${column} limit 1), 0)::float8`;

const due = `dedupe.inbound_events where status in ('received', 'processing', 'retryable_error') and available_at <= now()`;
const unsent = `dedupe.operations where state = 'planned' and available_at <= now()`;
const unknown = `dedupe.operations where state = 'unknown'`;

const statement = `select
  ${some(due)} as dedupe_queue_depth, ${age('available_at', due)} as dedupe_queue_oldest_seconds,
  ${some(unsent)} as dedupe_outbox_depth, ${age('available_at', unsent)} as dedupe_outbox_oldest_seconds,
  ${some(unknown)} as dedupe_unknown_operations, ${age('unknown_at', unknown)} as dedupe_unknown_oldest_seconds,
  ${some(`dedupe.operations where state = 'dead'`)} as dead_operations,
  ${some(`dedupe.inbound_events e where status = 'permanent_error' and not exists (
    select from dedupe.operations o where o.event_id = e.event_id and o.workspace_id = e.workspace_id
      and o.provider = e.provider and o.state = 'dead')`)} as dead_events,
  (select coalesce(sum(known), 0)::float8 from (
    select ${knownSurplus} as known from dedupe.operations o where o.${everSurplus} limit ${limit}) counted) as dedupe_surplus_records`;

const living = `select role, coalesce(deployment_version, '') as deployment_version, coalesce(filter_version, '') as filter_version,
    count(*)::float8 as value
  from dedupe.instances where stopped_at is null and seen_at > now() - interval '${aliveMs} ms' group by 1, 2, 3 order by 1, 2, 3 limit 200`;

const stateShape = z.record(z.string(), z.number());
const livingShape = z.object({
  role: z.string(),
  deployment_version: z.string(),
  filter_version: z.string(),
  value: z.number(),
});

export async function readState(database: Queryable): Promise<Sample[]> {
  const [row] = await database.query(statement);
  const { dead_operations = 0, dead_events = 0, ...figures } = stateShape.parse(row);
  const dead = (kind: string, value: number) => ({
    name: 'dedupe_dead_letters' as MetricName,
    labels: { kind },
    value,
  });
  const instances = (await database.query(living)).map((one) => livingShape.parse(one));
  return [
    ...Object.entries(figures).map(([name, value]) => ({ name, labels: {}, value })),
    dead('operation', dead_operations),
    dead('event', dead_events),
    ...instances.map(({ value, ...labels }) => ({ name: 'dedupe_instances' as MetricName, labels, value })),
  ];
}
