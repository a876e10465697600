// One job as a queue knows it, as facts: the job itself, each start that left a trace, each repeat that the queue refused.
import type { Observation } from '../model/fact.ts';
import type { FactKind } from '../model/fact-fields.ts';
import type { QueuedJob, QueuedRun, QueueGuard } from '../model/queue.ts';

const source = 'queue';

/** `name`: under which the configuration lists the queue; its server stamps what the queue stamps. */
export function factsOfJob(name: string, job: QueuedJob): Observation[] {
  const about = {
    queue: job.queue,
    job_id: job.jobId,
    event_id: job.eventId,
    source_event_key: job.sourceEventKey,
    workspace_id: job.workspaceId,
  };
  const fact = (kind: FactKind, where: string, fields: Record<string, unknown>): Observation => {
    const all = Object.entries({ ...about, ...fields }).filter(([, value]) => value !== undefined);
    return { kind, fields: Object.fromEntries(all), provenance: { source, where, clock: name } } as Observation;
  };
  return [
    fact('job', job.where, {
      at: job.addedAt,
      run_at: job.runAt,
      state: job.state,
      attempts_started: job.starts.atLeast,
      attempts_exactness: job.starts.exactness,
      max_attempts: job.maxAttempts,
      stalled: job.stalled,
      lease_ms: job.leaseMs,
      removal: job.removal,
      expires_at: job.expiresAt,
      found_by: job.foundBy,
    }),
    ...job.runs.map((run) => fact('attempt', run.where, attemptOf(job, run))),
    ...job.guards.map((guard) => fact('guard', guard.where, guardOf(name, guard))),
  ];
}

function attemptOf({ leaseMs }: QueuedJob, run: QueuedRun): Record<string, unknown> {
  return {
    at: run.startedAt ?? run.receivedAt,
    attempt: run.attempt,
    received_at: run.receivedAt,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    outcome: run.outcome,
    error_code: run.errorCode,
    instance_id: run.instance,
    lease_ms: leaseMs,
    lease_until: run.leaseUntil,
    exactness: run.exactness,
  };
}

/** The queue's own memory of ids: a job that is there keeps the next one with its id away. */
function guardOf(name: string, { at, key, result, attempt, expiresAt }: QueueGuard): Record<string, unknown> {
  const set = result === 'claimed' ? at : undefined;
  return { at, attempt, store: name, scope: 'shared', key, result, set_at: set, expires_at: expiresAt };
}
