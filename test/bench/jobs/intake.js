// Signed requests in, answers out, each durable before it is answered: beside the shortest statement that could do it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filledWith } from '../data/events.js';
import { psql } from '../databases.js';
import { flooded, messages, paced } from '../load.js';
import { hasProgram, postgresProgram } from '../machine.js';
import { interleavedCalls, timed } from '../measure.js';
import { usageOf } from '../processes.js';
import { bareStatement, dedupeServe, otherQueues, secret } from '../receivers.js';
import { summary, within } from '../stats.js';

/** Requests in one round at so many connections, and the share of the floor that must be reached. */
const levels = [
  { connections: 1, requests: 2_000, budget: 0.45 },
  { connections: 8, requests: 10_000, budget: 0.5 },
  { connections: 32, requests: 20_000, budget: 0.7 },
  { connections: 128, requests: 20_000 },
];
const latencyBudgetMs = 100;

const floorTables = [
  'create table events (event_id text, workspace_id text, payload bytea, primary key (event_id, workspace_id))',
  'create table work (event_id text, workspace_id text, due timestamptz default now())',
];
const insert = (
  bytes,
) => `with e as (insert into events values (gen_random_uuid()::text, 'T1', convert_to(repeat('x', ${bytes}), 'UTF8'))
  on conflict do nothing returning event_id, workspace_id) insert into work select * from e;`;

export default async function intake({ quick, databases }) {
  const ends = [];
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-bench-'));
  try {
    const floorUrl = await databases.empty('intake_floor');
    if (floorUrl === undefined || !hasProgram('pgbench')) return [];
    psql(floorUrl, ...floorTables);
    const script = join(folder, 'insert.sql');
    const statement = insert(messages(1, 0, secret)[0].length).replaceAll('\n', ' ');
    writeFileSync(script, statement);
    const own = await dedupeServe(await databases.migrated('intake'));
    ends.push(() => own.process.stop());
    const atEnd = (end) => ends.push(end);
    const others = [await bareStatement(floorUrl, statement, atEnd), ...(await otherQueues(databases, atEnd))];
    const receivers = [Object.assign(own, { name: 'dedupe serve', memory: 200 }), ...others];
    const tables = [];
    const memory = [];
    for (const { connections, requests: full, budget } of levels) {
      const requests = quick ? Math.max(16, connections) : full;
      const rows = await interleavedCalls(
        [
          { name: 'pgbench, one statement', call: () => benched(floorUrl, script, connections, requests) },
          ...receivers.map(({ name, settings: setting, memory }, i) => ({
            ...{ name, memory, budget: i === 0 ? budget : undefined },
            setting: connections === 1 ? setting : undefined,
            // Slower ones need not be sent as many.
            ...(i > 0 && !quick && { rounds: 2 }),
            call: () => asked(receivers[i], connections, i > 0 ? Math.max(connections, requests / 4) : requests),
          })),
        ],
        quick ? 1 : 5,
      );
      tables.push({ title: `intake over ${connections} connections`, rate: { of: 'requests' }, rows });
      if (rows[1].peak !== undefined) memory.push([own.received, rows[1].peak]);
    }
    const rate = 1000 / tables[2].rows[1].median;
    return [
      ...tables.map((table, i) =>
        i < tables.length - 1 ? table : { ...table, ...(memory.length > 1 && { memoryGrowth: memory }) },
      ),
      await atHalf(own, rate / 2, quick),
      await grown(quick, databases, (end) => ends.push(end)),
    ];
  } finally {
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** ms for one, at so many connections that each do the same number. */
function benched(url, script, connections, requests) {
  const each = Math.max(1, Math.round(requests / connections));
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    connections,
    '-j',
    Math.min(2, connections),
    '-t',
    each,
    '-f',
    script,
    url,
  ];
  const { stdout, cpu, peak } = timed({ command: [postgresProgram('pgbench'), ...words.map(String)] });
  const tps = Number(/tps = ([\d.]+) \(without/.exec(stdout)[1]);
  return { ms: 1000 / tps, cpu: cpu === undefined ? undefined : cpu / (each * connections), peak };
}

let sent = 0;

async function asked(receiver, connections, count) {
  const { port, process } = receiver;
  receiver.received = (receiver.received ?? 0) + count;
  const requests = messages(count, sent, secret);
  sent += count;
  const before = usageOf(process.pid);
  const ms = await flooded(port, requests, connections);
  const after = usageOf(process.pid);
  return { ms: ms / count, cpu: after.cpu && (after.cpu - before.cpu) / count, peak: after.peak };
}

async function atHalf({ port }, rate, quick) {
  const rounds = [];
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    const requests = messages(Math.ceil(rate * (quick ? 0.5 : 4)), sent, secret);
    sent += requests.length;
    const times = (await paced(port, requests, 128, rate)).sort((a, b) => a - b);
    const at = (share) => times[Math.floor((times.length - 1) * share)];
    rounds.push({ half: at(0.5), most: at(0.99) });
  }
  const shown = (values) => {
    const { median, low, high } = summary(values);
    return `${median.toFixed(1)} ms (${low.toFixed(1)} to ${high.toFixed(1)})`;
  };
  const most = rounds.map((round) => round.most);
  return {
    title: 'how long an answer takes at half the rate of 32 connections',
    table: [
      ['requests/s', 'half of them', '99 of 100', 'budget'],
      [
        Math.round(rate).toLocaleString('en'),
        shown(rounds.map(({ half }) => half)),
        shown(most),
        quick ? '' : `${latencyBudgetMs} ms ${within(most, latencyBudgetMs)}`,
      ],
    ],
    notes: ['from the moment at which each was due, over up to 128 connections; spread over the rounds'],
  };
}

/** Does it matter how many events are there already? */
async function grown(quick, databases, atEnd) {
  const sizes = quick ? [1_000, 2_000, 3_000] : [10_000, 100_000, 1_000_000];
  const contenders = [];
  for (const size of sizes) {
    const serving = await dedupeServe(await filledWith(await databases.migrated(`intake_${size}`), size));
    atEnd(() => serving.process.stop());
    const name = `dedupe serve, ${size.toLocaleString('en')} events there`;
    contenders.push({ name, call: () => asked(serving, 32, quick ? 32 : 20_000) });
  }
  const rows = await interleavedCalls(contenders, quick ? 1 : 5);
  const growth = sizes.map((size, i) => [size, rows[i].median]);
  return {
    title: 'intake over 32 connections, beside itself with fewer events',
    rate: { of: 'requests' },
    rows,
    growth,
  };
}
