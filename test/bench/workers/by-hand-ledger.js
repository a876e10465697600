// As by hand, and each claim is written down, and completes only what is still its own: what a worker owes to whoever asks afterwards.
import { fillEvents } from './backlog.js';
import { claim, complete, workedBy } from './statements.js';

const { DATABASE } = process.env;

const columns = ['event_id', 'workspace_id', 'provider', 'attempt_count'];

const claimNoted = `with claimed as (${claim} returning e.event_id, e.workspace_id, e.provider, e.headers, e.payload, e.attempt_count, e.lease_expires_at),
  noted as (insert into dedupe.attempts (provider, workspace_id, event_id, job_id, attempt, lease_expires_at, outcome)
    select provider, workspace_id, event_id, provider || ':' || event_id, attempt_count, lease_expires_at, 'running' from claimed)
  select event_id, workspace_id, provider, headers, payload, attempt_count from claimed`;

const completeNoted = `with ended as (${complete(columns)} and e.attempt_count = g.attempt_count and e.status = 'processing'
    returning e.event_id, e.workspace_id, e.provider, e.attempt_count)
  update dedupe.attempts a set finished_at = now(), outcome = 'done' from ended
  where a.job_id = ended.provider || ':' || ended.event_id and a.attempt = ended.attempt_count and a.queue = 'dedupe'
    and a.workspace_id = ended.workspace_id`;

export const fill = async (jobs) => fillEvents(DATABASE, jobs);

export const run = () => workedBy(DATABASE, claimNoted, completeNoted, columns);
