// Every metric of the pipeline: its name by the conventions of Prometheus, what it counts, and what its labels say.
// https://prometheus.io/docs/practices/naming/

export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
  /** Where its values come from: what this process has seen, or what stands in the database. */
  readonly from: 'process' | 'database';
}

/** Slack waits 3 s, the others 5 to 30 s. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 3, 5, 10];
const waitBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 21_600];
const proofBuckets = [60, 300, 900, 3600, 14_400, 43_200, 86_400, 259_200, 604_800];

const metrics = {
  dedupe_deliveries_total: counter(
    'Arrivals with a good signature, by what was made of them.',
    'provider',
    'disposition',
  ),
  dedupe_redeliveries_total: counter(
    'Arrivals that the sender marked as a retry, by its reason.',
    'provider',
    'reason',
  ),
  dedupe_filtered_total: counter(
    'Arrivals that no work was wanted for, by reason; own_bot is the app itself.',
    'provider',
    'reason',
  ),
  dedupe_refusals_total: counter('Requests that were turned away.', 'provider', 'reason'),
  dedupe_questions_total: counter('Requests that ask and report nothing.', 'provider', 'question'),
  dedupe_unrepeated_unknown_total: counter(
    'Commands and clicks answered 503, which no sender repeats.',
    'provider',
    'type',
  ),
  dedupe_answer_seconds: histogram(
    'From the arrival of a request to the end of its answer.',
    answerBuckets,
    'provider',
  ),
  dedupe_queue_wait_seconds: histogram('From the moment at which an event was due to its claim.', waitBuckets),
  dedupe_event_attempts: histogram(
    'Tries that an event, or its effect in another system, had taken when a worker was through with it.',
    [1, 2, 3, 5, 10, 20],
  ),
  dedupe_claims_total: counter('Claims of events and operations, by how they ended.', 'role', 'ended'),
  dedupe_work_retries_total: counter('Claims that ended in another try, by error code.', 'role', 'reason'),
  dedupe_effect_conflicts_total: counter(
    'Effects that were wanted again and found under their source_event_key.',
    'target',
  ),
  dedupe_unknown_to_proof_seconds: {
    ...histogram('From an unknown outcome to its proof.', proofBuckets, 'proof'),
    from: 'database',
  },
  dedupe_queue_depth: gauge('Events that are due and not claimed; counted up to 100000.'),
  dedupe_queue_oldest_seconds: gauge('For how long the oldest of them has been due.'),
  dedupe_outbox_depth: gauge('Operations that are due and not sent; counted up to 100000.'),
  dedupe_outbox_oldest_seconds: gauge('For how long the oldest of them has been due.'),
  dedupe_unknown_operations: gauge(
    'Operations of which nobody knows whether they had their effect; counted up to 100000.',
  ),
  dedupe_unknown_oldest_seconds: gauge('For how long the oldest of them has been unknown.'),
  dedupe_dead_letters: gauge('Operations and events that were given up; counted up to 100000.', 'kind'),
  dedupe_surplus_records: gauge(
    'Objects in a target beside the one that stays, open when reconcile looked last; of 100000 operations at most.',
  ),
  dedupe_instances: gauge('Processes seen in the last 30 s.', 'role', 'deployment_version', 'filter_version'),
  dedupe_application_up: {
    ...gauge('Whether the last request to the application behind serve --forward could begin.', 'provider'),
    from: 'process',
  },
  dedupe_database_up: { ...gauge('Whether the database answered when this was asked.'), from: 'process' },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;
export const catalogue: Readonly<Record<MetricName, Metric>> = metrics;

function counter(help: string, ...labels: string[]): Metric {
  return { type: 'counter', help, labels, from: 'process' };
}

function histogram(help: string, buckets: readonly number[], ...labels: string[]): Metric {
  return { type: 'histogram', help, labels, buckets, from: 'process' };
}

function gauge(help: string, ...labels: string[]): Metric {
  return { type: 'gauge', help, labels, from: 'database' };
}
