// What a role needs to read a queue in PostgreSQL, and no more. Each was tried under exactly these rights.

export interface Account {
  readonly statements: readonly string[];
  readonly why: string;
}

/** Ids of the connectors whose queues lie in PostgreSQL. */
export type StoredQueue = 'pg-boss' | 'graphile-worker' | 'bullmq-postgres';

/** `role` and `schema` as they stand in a statement. */
export function accountFor(id: StoredQueue, schema: string, role = 'dedupe_reader'): Account {
  const grants: Readonly<Record<StoredQueue, Account>> = {
    'pg-boss': {
      statements: [
        `grant select on ${schema}.job, ${schema}.queue, ${schema}.version to ${role};`,
        `-- version 10 only: grant select on ${schema}.archive to ${role};`,
      ],
      why: 'The partitions of job are read through it and need no right of their own; version tells that of the tables.',
    },
    'graphile-worker': {
      statements: [
        `grant select on ${schema}.jobs, ${schema}._private_jobs, ${schema}._private_tasks, ${schema}.migrations to ${role};`,
        `create policy ${role} on ${schema}._private_jobs for select to ${role} using (true);`,
        `create policy ${role} on ${schema}._private_tasks for select to ${role} using (true);`,
      ],
      why:
        'Row security is on for its tables without any policy: a role that is not their owner reads no row and gets no error. ' +
        'Without the two policies only the view jobs is read, which has no payload, so that a job is found by its key alone. migrations tells the version of the tables.',
    },
    'bullmq-postgres': {
      statements: [`grant select on ${schema}.job, ${schema}.event, ${schema}.migration to ${role};`],
      why: 'Without event only the last start of a job is known; migration tells the version of the tables.',
    },
  };
  const own = grants[id];
  return { ...own, statements: [`grant usage on schema ${schema} to ${role};`, ...own.statements] };
}
