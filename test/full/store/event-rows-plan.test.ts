// The statement stays a handful of index look-ups when the tables are large, with statistics and without.
import { expect, test } from 'vitest';
import type { EventRowsQuery } from '../../../src/store/event-rows-query.ts';
import { eventRowsStatement } from '../../../src/store/event-rows-statement.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { freshDatabase, opened } from '../../postgres-database.ts';

const many = `
insert into dedupe.inbound_events (provider, workspace_id, event_id, subject, source_event_key, received_at)
  select 'slack', 'T' || n % 7, 'Ev' || n, 'C:' || n / 2, 'slack:Ev' || n, now() - n * interval '1 second' from generate_series(1, 200000) n;
insert into dedupe.deliveries (delivery_id, provider, workspace_id, event_id, received_at, instance_id)
  select 'd' || n, 'slack', 'T' || n % 7, 'Ev' || n, now() - n * interval '1 second', 'i' || n % 2000 from generate_series(1, 200000) n;
insert into dedupe.attempts (provider, workspace_id, event_id, job_id, attempt)
  select 'slack', 'T' || n % 7, 'Ev' || n, 'j' || n, 1 from generate_series(1, 200000) n;
insert into dedupe.operations (source_event_key, workspace_id, provider, event_id, target, idempotency_key, state, external_id, sent_at)
  select 'slack:Ev' || n, 'T' || n % 7, 'slack', 'Ev' || n, 'jira', 'k' || n, 'confirmed', 'OPS-' || n, now() from generate_series(1, 200000) n;
insert into dedupe.tasks (task_id, workspace_id, source_event_key, provider, event_id)
  select 't' || n, 'T' || n % 7, 'slack:Ev' || n, 'slack', 'Ev' || n from generate_series(1, 200000) n;
insert into dedupe.instances (instance_id, role) select 'i' || n, 'api' from generate_series(1, 2000) n`;

const questions: EventRowsQuery[] = [
  { eventIds: ['Ev77'] },
  { subjects: ['C:99'] },
  { records: [{ id: 'OPS-5' }, { target: 'jira', id: 'OPS-6' }] },
  {
    eventIds: Array.from({ length: 40 }, (_, n) => `Ev${n}`),
    sourceEventKeys: ['slack:Ev9'],
    deliveryIds: ['d12'],
    jobs: [{ queue: 'dedupe', jobId: 'j13' }],
  },
];

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

test('no table is read from end to end', async (context) => {
  const url = await freshDatabase(context);
  const owner = await opened(url);
  await migrate(owner);
  await owner.script(many);
  const reader = await opened(url, { readOnly: true });
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await owner.script('analyze');
    for (const question of questions) {
      const nodes = flat(await planOf(reader, question)).filter((node) => node['Relation Name'] !== 'migrations');
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
      expect({ statistics, question, scanned }).toEqual({ statistics, question, scanned: [] });
      const read = nodes.reduce(
        (sum, node) => sum + (node['Relation Name'] ? node['Actual Rows'] * node['Actual Loops'] : 0),
        0,
      );
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(2000);
    }
  }
  // The counter-example: the same measure does see a scan where there is one.
  const [scan] = await reader.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    'explain (analyze, format json) select count(*) from dedupe.tasks where title is null',
  );
  expect(flat(scan?.['QUERY PLAN'][0]?.Plan as Node).some((node) => node['Node Type'] === 'Seq Scan')).toBe(true);
}, 120_000);

async function planOf(reader: Awaited<ReturnType<typeof opened>>, question: EventRowsQuery): Promise<Node> {
  const { text, values } = eventRowsStatement(question, 1000);
  const [row] = await reader.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  return row?.['QUERY PLAN'][0]?.Plan as Node;
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
