// The same table, by two statements for each hundred events: one claims, one completes. No ledger of attempts, no fence.
import { fillEvents } from './backlog.js';
import { claim, complete, workedBy } from './statements.js';

const { DATABASE } = process.env;

export const fill = async (jobs) => fillEvents(DATABASE, jobs);

const columns = ['event_id', 'workspace_id', 'provider'];

export const run = () =>
  workedBy(
    DATABASE,
    `${claim} returning e.event_id, e.workspace_id, e.provider, e.headers, e.payload`,
    complete(columns),
    columns,
  );
