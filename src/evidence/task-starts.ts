// Starts of one task, told apart and numbered: workers write that they took it and how it ended, and no number.
import type { Observation } from '../model/fact.ts';
import type { Held } from './log-lines.ts';
import { namesOf } from './names-followed.ts';

interface Place {
  readonly held: Held[];
  readonly i: number;
  readonly time: number;
  /** Which process wrote it, as far as the line or its file tells. */
  readonly process: string;
}

/**
 * `files`: the lines of each file, replaced in place. A start is counted where a worker took the task; an end belongs to the
 * oldest start of its process that has none. A task whose queue no line names gets the one under which it is `known`.
 */
export function numberStarts(files: readonly Held[][], known: ReadonlySet<string>): void {
  const tasks = new Map<string, Place[]>();
  for (const [file, held] of files.entries()) {
    for (const [i, { task, observation }] of held.entries()) {
      if (task === undefined) continue;
      const time = observation.fields.at ?? (observation.fields as { finished_at?: number }).finished_at ?? 0;
      const place = { held, i, time, process: `${file}/${task.process ?? ''}` };
      tasks.set(task.jobId, [...(tasks.get(task.jobId) ?? []), place]);
    }
  }
  for (const [jobId, places] of tasks) numberTask(jobId, places, known);
}

function numberTask(jobId: string, places: readonly Place[], known: ReadonlySet<string>): void {
  const queues = [...known].flatMap((name) => (name.startsWith('job\n') && name.endsWith(`/${jobId}`) ? [name] : []));
  const queue = queues.length === 1 ? queues[0]?.slice('job\n'.length, -jobId.length - 1) : undefined;
  // Nobody has asked for it yet: other files may hold starts that were not looked for.
  const isKnown = places.some(({ held, i }) => held[i]?.names.some((name) => known.has(name)));
  if (queues.length === 0 && !isKnown) return;
  const open: { readonly process: string; readonly attempt: number }[] = [];
  const named = new Map<string, number>();
  let count = 0;
  for (const { held, i, process } of places.toSorted((a, b) => a.time - b.time)) {
    const one = held[i] as Held;
    const isEnd = one.task?.is === 'ended';
    const at = isEnd ? open.findIndex((begun) => begun.process === process) : -1;
    const begun = at < 0 ? undefined : open.splice(at, 1)[0];
    // An end without a beginning: the log begins in the middle.
    const start = one.task?.start;
    const same = start === undefined ? undefined : named.get(start);
    const attempt = begun?.attempt ?? same ?? ++count;
    if (start !== undefined) named.set(start, attempt);
    if (!isEnd && same === undefined) open.push({ process, attempt });
    held[i] = placed(one, attempt, queue);
  }
}

/** Once numbered it keeps its number: it may have been told. */
function placed(one: Held, number: number, known: string | undefined): Held {
  const { attempt = number, queue = known } = one.observation.fields as { attempt?: number; queue?: string };
  const { fields } = one.observation as { fields: { attempt?: number; queue?: string } };
  if (fields.attempt === attempt && fields.queue === queue) return one;
  const observation = { ...one.observation, fields: { ...fields, attempt, queue } } as Observation;
  return { ...one, observation, ...namesOf({ ...one, observation }) };
}
