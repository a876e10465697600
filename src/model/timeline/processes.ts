// Did one process do both? An instance name can be shared by several processes, and a process id by several machines.
import type { Fact } from '../fact.ts';

export type SameProcess = 'same' | 'different' | 'unknown';

export function sameProcess(a: Fact, b: Fact): SameProcess {
  const instances = compare(a.fields.instance_id, b.fields.instance_id);
  const pids = compare(a.fields.pid, b.fields.pid);
  if (instances === 'different' || pids === 'different') return 'different';
  if (instances === 'same') return 'same';
  return pids === 'same' && a.clock === b.clock ? 'same' : 'unknown';
}

/** As a reader knows it: the instance with its version and process id, as far as they were logged. */
export function processName({ fields: { instance_id, deployment_version, pid } }: Fact): string {
  const name = instance_id ?? (pid === undefined ? 'an unnamed process' : `process ${pid}`);
  return deployment_version === undefined ? name : `${name} (${deployment_version})`;
}

/** Two names that tell them apart, with the process ids where the instances have one name. */
export function processNames(a: Fact, b: Fact): [string, string] {
  const names: [string, string] = [processName(a), processName(b)];
  if (names[0] !== names[1] || a.fields.pid === undefined || b.fields.pid === undefined) return names;
  return [`${names[0]} as process ${a.fields.pid}`, `${names[1]} as process ${b.fields.pid}`];
}

function compare(left: string | undefined, right: string | undefined): SameProcess {
  if (left === undefined || right === undefined) return 'unknown';
  return left === right ? 'same' : 'different';
}
