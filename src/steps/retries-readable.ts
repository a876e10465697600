// Can anybody see afterwards that an event came again, when it was answered and what the queue did?
import type { Checkup, Step, Witness } from '../model/checkup.ts';
import { cannotTell, counted, of, one, shows, speaksAgainst } from '../model/witness.ts';

export const retriesReadable: Step = {
  id: 'retries-readable',
  title: 'Retry headers, answer time and queue state can be read',
  problem:
    'Most duplicates are told apart by three numbers: which attempt of the sender it was, how long the answer took, and how often the queue started ' +
    'the job. Whoever keeps none of them can only count the tasks.',
  signs: [
    'a log, a table or the dedupe schema with the retry number and reason of a delivery',
    'the same with the moment of the answer',
    'a queue that this account may read, or attempts that are logged',
  ],
  fix: [
    'Log a delivery with retry_num and retry_reason from x-slack-retry-num and x-slack-retry-reason, also when they are absent (0).',
    'Log answered_at, or the duration of the request, on the line of the answer.',
    'Name the queue under queues in the configuration, with an account that only reads (dedupe explain source-bullmq and the others).',
  ],
  aspects: (checkup) => [
    one('retry headers', inLogs(checkup, 'retry_num'), inSchema(checkup, 'deliveries'), inTables(checkup, 'retry_num')),
    one('answer time', inLogs(checkup, 'answered_at'), inSchema(checkup, 'answers'), inTables(checkup, 'answered_at')),
    one('queue state', inQueues(checkup), attemptsIn(checkup), inSchema(checkup, 'attempts'), tablesOfWork(checkup)),
  ],
};

function inLogs({ logs }: Checkup, field: 'retry_num' | 'answered_at'): readonly Witness[] {
  return of('log', logs, (files) => {
    const arrivals = sum(files.map(({ kinds }) => kinds.find(({ kind }) => kind === 'delivery')?.count ?? 0));
    const lines = sum(files.map(({ fields }) => fields.find((one) => one.field === field)?.count ?? 0));
    if (lines > 0) return [shows('log', `${counted(lines, 'line')} with ${field}`)];
    if (arrivals === 0) return [cannotTell('log', 'no line shows a delivery', 'dedupe logs check FILE')];
    const said = `none of ${counted(arrivals, 'line')} about deliveries has ${field}`;
    // Every arrival is answered or not; a retry need not have come.
    return field === 'retry_num'
      ? [cannotTell('log', `${said}: either no retry came, or the log does not write it`, 'log retry_num: 0 as well')]
      : [speaksAgainst('log', said, 'log answered_at with the answer')];
  });
}

function inSchema({ schema }: Checkup, what: 'deliveries' | 'answers' | 'attempts'): readonly Witness[] {
  const table = what === 'attempts' ? 'dedupe.attempts' : 'dedupe.deliveries';
  const kept = { deliveries: 'retry number and reason', answers: 'the answer', attempts: 'each claim and its end' }[
    what
  ];
  return of('database', schema, ({ holds }) => [
    holds[what]
      ? shows('database', `${table} keeps ${kept}`)
      : cannotTell('database', `no row of ${table} shows ${kept}`),
  ]);
}

function inTables({ tables }: Checkup, column: string): readonly Witness[] {
  return of('tables', tables, ({ selects }) => {
    const own = selects.find(({ kind }) => kind === 'delivery');
    if (own === undefined)
      return [cannotTell('tables', 'no SELECT gives deliveries', 'tables.deliveries in the configuration')];
    if (own.fault !== undefined) return [cannotTell('tables', `${own.name}: ${own.fault}`)];
    if (own.columns === undefined) return [cannotTell('tables', `${own.name} gave no row to look at`)];
    return [
      own.columns.includes(column)
        ? shows('tables', `${own.name} gives ${column}`)
        : speaksAgainst(
            'tables',
            `${own.name} gives no ${column}`,
            `keep it with each arrival, and select it as ${column}`,
          ),
    ];
  });
}

function tablesOfWork({ tables }: Checkup): readonly Witness[] {
  return of('tables', tables, ({ selects }) => {
    const own = selects.find(({ kind, fault }) => (kind === 'attempt' || kind === 'job') && fault === undefined);
    return own === undefined
      ? [cannotTell('tables', 'no SELECT gives jobs or attempts', 'tables.attempts in the configuration')]
      : [shows('tables', `${own.name} can be read`)];
  });
}

function inQueues({ queues }: Checkup): readonly Witness[] {
  return of('queue', queues, (all) =>
    all.map(({ name, place, fault, visibility }) => {
      if (fault !== undefined) return cannotTell('queue', `${name}: ${fault}`);
      return visibility === 'proved'
        ? shows('queue', `${name}: its state can be read at ${place}`)
        : speaksAgainst(
            'queue',
            `${name}: nothing shows that this account sees its jobs`,
            'dedupe explain source-NAME',
          );
    }),
  );
}

function attemptsIn({ logs }: Checkup): readonly Witness[] {
  if (logs.state !== 'seen') return [];
  const count = sum(logs.value.map(({ kinds }) => kinds.find(({ kind }) => kind === 'attempt')?.count ?? 0));
  return count > 0 ? [shows('log', `${counted(count, 'line')} about attempts`)] : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
