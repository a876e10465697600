// How a queue in PostgreSQL is named in the configuration.

export const postgresSigns = (type: string, schema: string): readonly string[] => [
  `queues.NAME.type: ${type}; url_env: the variable with the address (DEDUPE_QUEUE_DATABASE_URL), or url without a password`,
  `schema (${schema} when left out), and queues: the names; all of the schema when left out`,
  'event_id, source_event_key, workspace_id: paths in the payload of a job, such as body.event_id',
  'lease: how long a worker may hold a job, where it is not stored; scan_limit: jobs looked through at most (100000)',
];
