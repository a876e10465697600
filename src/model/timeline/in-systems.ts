// A log says `tickets` where two queue systems have a queue of that name. It means the one whose job is of the same event;
// where that does not decide it, it stands for itself.
import type { Observation } from '../fact.ts';
import { queueOf } from '../queue-systems.ts';

export function inSystems(observations: readonly Observation[]): readonly Observation[] {
  const jobs = jobsIn(observations);
  if (jobs.size === 0) return observations;
  return observations.map((observation) => {
    const { queue, job_id } = observation.fields as Names;
    const own = namesOf(observation);
    const meant = [...(jobs.get(`${queue}/${job_id}`) ?? [])].filter(([, names]) => own.some((one) => names.has(one)));
    const [only, ...others] = meant;
    if (only === undefined || others.length > 0) return observation;
    return { ...observation, fields: { ...observation.fields, queue: only[0] } } as Observation;
  });
}

interface Names {
  readonly queue?: string | undefined;
  readonly job_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly source_event_key?: string | undefined;
}

/** By the name without a system: each queue that has such a job, and what events its job is of. */
function jobsIn(observations: readonly Observation[]): Map<string, Map<string, Set<string>>> {
  const jobs = new Map<string, Map<string, Set<string>>>();
  for (const observation of observations) {
    const { queue, job_id } = observation.fields as Names;
    const bare = queue === undefined ? undefined : queueOf(observation.provenance.clock, queue);
    if (bare === undefined || queue === undefined || job_id === undefined) continue;
    const systems = jobs.get(`${bare}/${job_id}`) ?? new Map<string, Set<string>>();
    systems.set(queue, new Set([...(systems.get(queue) ?? []), ...namesOf(observation)]));
    jobs.set(`${bare}/${job_id}`, systems);
  }
  return jobs;
}

function namesOf({ fields }: Observation): string[] {
  const { event_id, source_event_key } = fields as Names;
  return [
    ...(event_id === undefined ? [] : [`event ${event_id}`]),
    ...(source_event_key === undefined ? [] : [`key ${source_event_key}`]),
  ];
}
