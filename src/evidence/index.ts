// The sources of evidence, in the order in which their statements count. Each is loaded only when it is configured.

export interface EvidenceEntry {
  /** Stands in the provenance of its facts, and is the name of its file. */
  readonly id: string;
  readonly reads: string;
  /** What it could settle, for the gap when nobody configured it or it cannot be read. Finishes "would show …". */
  readonly wouldSettle: string;
  readonly configuredBy: string;
}

export const evidence = [
  {
    id: 'log',
    reads: 'log files: fact lines, and JSON or logfmt lines of ordinary loggers',
    wouldSettle: 'what the application received, ran and created',
    configuredBy: '--logs',
  },
  {
    id: 'database',
    reads: 'the dedupe schema in PostgreSQL or the embedded engine',
    wouldSettle: 'what was registered, claimed and created',
    configuredBy: '--database',
  },
  {
    id: 'tables',
    reads: 'your own tables in PostgreSQL, by one SELECT of the configuration for each kind of fact',
    wouldSettle: 'what your own tables say of events, jobs and tasks',
    configuredBy: 'tables',
  },
  {
    id: 'queue',
    reads: 'what queues still know of a job: starts, state, lease, failure, and the history where one is kept',
    wouldSettle: 'how often the job was started, and which limit ran out',
    configuredBy: 'queues',
  },
  {
    id: 'target',
    reads: 'the systems in which effects land, by the key of the event',
    wouldSettle: 'which objects exist, whether or not anybody heard of them',
    configuredBy: 'targets',
  },
  {
    id: 'slack',
    reads: 'the message in Slack and what bots answered to it, with their apps; never its text',
    wouldSettle: 'which bots answered to the message, and how often',
    configuredBy: 'slack',
  },
] as const satisfies readonly EvidenceEntry[];

/** The entry of a source, which exists: its id is one of the list's. */
export function evidenceEntry(id: (typeof evidence)[number]['id']): EvidenceEntry {
  return evidence.find((entry) => entry.id === id) ?? evidence[0];
}
