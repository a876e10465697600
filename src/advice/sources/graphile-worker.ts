// graphile-worker on PostgreSQL as a source.
import { accountFor } from '../accounts.ts';
import { postgresSigns } from '../postgres-signs.ts';
import type { SourceText } from './index.ts';

const account = accountFor('graphile-worker', 'graphile_worker');

export const graphileWorker: SourceText = {
  id: 'source-graphile-worker',
  severity: 'note',
  title: 'graphile-worker on PostgreSQL, versions 0.16 to 0.18, read as it lies there',
  problem:
    'Success deletes the row of a job, so that a job that is not there may have run, once or twice. A row that is there counts its starts. After a crash ' +
    'it stays locked for four hours and is then run again: a second object four hours after the first is its sign. The tables are read raw: starting ' +
    'the library would migrate them.',
  signs: postgresSigns('graphile-worker', 'graphile_worker'),
  fix: [`Make a role that can read these tables and nothing else (below). ${account.why}`],
  advice: {
    example: { language: 'SQL', code: account.statements },
    confirmedBy: [
      'row security lets the role see every row: that is looked at first, since hidden rows raise no error',
    ],
    refutedBy: [],
    links: ['https://worker.graphile.org/docs/schema', 'https://www.postgresql.org/docs/current/ddl-rowsecurity.html'],
  },
};
