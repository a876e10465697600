// Two queue systems can each have a queue of one name, and small ids in both: `tickets/1` is then two jobs.

/** The name of a queue that several systems have, as the facts of one of them bear it. `system`: its name in the configuration. */
export function queueIn(system: string, queue: string): string {
  return `${queue}@${system}`;
}

/** The queue's own name, where this one says that it is of `system`. */
export function queueOf(system: string, name: string): string | undefined {
  const end = `@${system}`;
  return name.length > end.length && name.endsWith(end) ? name.slice(0, -end.length) : undefined;
}

/** `tickets/1` of `tickets@prod/1`: as somebody who knows one system only would call the job. Undefined: it names no system. */
export function jobWithoutSystem(job: string): string | undefined {
  const [, queue, id] = /^(.+)@[^@/]+\/([^/]*)$/.exec(job) ?? [];
  return queue === undefined ? undefined : `${queue}/${id}`;
}
