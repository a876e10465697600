// What an operator may not have: whole kinds of lines, or fields that nobody logs.
import type { Kind, Line } from './journal.ts';

interface Missing {
  readonly lines?: (line: Line) => boolean;
  readonly fields?: readonly string[];
  readonly of?: readonly Kind[];
}

const kind = (name: Kind): Missing => ({ lines: (line) => line.kind === name });
const fields = (...names: readonly string[]): Missing => ({ fields: names });

const missing = {
  deliveries: { lines: (line: Line) => line.kind === 'delivery' && line.file !== 'edge.jsonl' },
  edge: { lines: (line: Line) => line.file === 'edge.jsonl' },
  runs: kind('run'),
  guards: kind('guard'),
  jobs: kind('job'),
  attempts: kind('attempt'),
  calls: kind('call'),
  records: kind('record'),
  lifecycle: kind('lifecycle'),
  'retry marks': fields('retry_num', 'retry_reason'),
  answers: fields('answered_at', 'status', 'disposition'),
  'ends of runs': { fields: ['finished_at', 'outcome', 'error_code'], of: ['run', 'attempt'] },
  processes: fields('instance_id', 'pid'),
  hooks: fields('subscription_id'),
  bodies: fields('body_digest', 'sent_at'),
  requests: fields('request_id'),
  creators: fields('created_by'),
  markers: { fields: ['event_id'], of: ['record'] },
  'ties to the delivery': { fields: ['delivery_id'], of: ['run', 'job', 'guard'] },
  'ties to the run': fields('run_id'),
  leases: fields('lease_ms'),
  types: fields('event_type', 'event_subtype'),
  apps: fields('app_id'),
} as const satisfies Record<string, Missing>;

export type Source = keyof typeof missing;
export const sources = Object.keys(missing) as Source[];

/** What is left. */
export function without(lines: readonly Line[], hidden: readonly Source[]): Line[] {
  const gone: Missing[] = hidden.map((name) => missing[name]);
  return lines.flatMap((line) => {
    if (gone.some((one) => one.lines?.(line))) return [];
    const left = Object.entries(line.fields).filter(
      ([name]) =>
        !gone.some((one) => one.fields?.includes(name) && (one.of === undefined || one.of.includes(line.kind))),
    );
    return [{ ...line, fields: Object.fromEntries(left) }];
  });
}
