// pg-boss on PostgreSQL as a source.
import { accountFor } from '../accounts.ts';
import { postgresSigns } from '../postgres-signs.ts';
import type { SourceText } from './index.ts';

const account = accountFor('pg-boss', 'pgboss');

export const pgBoss: SourceText = {
  id: 'source-pg-boss',
  severity: 'note',
  title: 'pg-boss on PostgreSQL, versions 10 to 12, read as it lies there',
  problem:
    'The row of a job holds its last start and how often it was retried: a second start writes over the time of the first, and start_after is the ' +
    'only trace of when that was given up. Jobs that have ended are archived (version 10) or deleted after days. Dead letters of version 10 are copies ' +
    'with a new id and no link. The tables are read raw: starting the library would make or migrate them.',
  signs: postgresSigns('pg-boss', 'pgboss'),
  fix: [`Make a role that can read these tables and nothing else (below). ${account.why}`],
  advice: {
    example: { language: 'SQL', code: account.statements },
    confirmedBy: [
      'the table of jobs is there and the role may read it: that is looked at first, so that an empty answer can be believed',
    ],
    refutedBy: [],
    links: ['https://pgboss.io/', 'https://www.postgresql.org/docs/current/sql-grant.html'],
  },
};
