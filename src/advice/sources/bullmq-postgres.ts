// BullMQ on PostgreSQL as a source.
import { accountFor } from '../accounts.ts';
import { postgresSigns } from '../postgres-signs.ts';
import type { SourceText } from './index.ts';

const account = accountFor('bullmq-postgres', 'bullmq');

export const bullmqPostgres: SourceText = {
  id: 'source-bullmq-postgres',
  severity: 'note',
  title: 'BullMQ on PostgreSQL, version 6, read as it lies there',
  problem:
    'The row of a job holds its last start and counts them all; the table of events holds every start with its time. A job that was removed when it was ' +
    'done leaves those events and nothing else. The tables are read raw, without the library.',
  signs: postgresSigns('bullmq-postgres', 'bullmq'),
  fix: [`Make a role that can read these tables and nothing else (below). ${account.why}`],
  advice: {
    example: { language: 'SQL', code: account.statements },
    confirmedBy: [
      'the table of jobs is there and the role may read it: that is looked at first, so that an empty answer can be believed',
    ],
    refutedBy: [],
    links: [
      'https://docs.bullmq.io/guide/queues/auto-removal-of-jobs',
      'https://www.postgresql.org/docs/current/sql-grant.html',
    ],
  },
};
