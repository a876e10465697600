// What a worker writes about one start of a task, as an attempt. Its number is for whoever has all lines of the task.
import type { FieldMap } from '../../model/field-map.ts';
import type { Instant } from '../../model/instant.ts';
import type { TaskLine } from '../line-forms/form.ts';
import type { LogRecord } from '../log-record.ts';
import type { Shown } from './app-line.ts';

/** Workers do not name the queue: the configuration may (`log_fields`), or another source that knows the task. */
export function shownByTask(
  { jobId, is, tookMs, outcome, errorCode }: TaskLine,
  time: Instant | undefined,
  { pid, instance_id }: LogRecord,
  { constants }: Pick<FieldMap, 'constants'>,
): Shown[] {
  const about = { job_id: jobId, queue: constants.queue, pid, instance_id };
  if (is === 'received') return [attempt({ ...about, at: time, received_at: time })];
  if (is === 'started') return [attempt({ ...about, at: time, started_at: time })];
  const started = time === undefined || tookMs === undefined ? undefined : time - tookMs;
  return [attempt({ ...about, started_at: started, finished_at: time, outcome, error_code: errorCode })];
}

function attempt(fields: Shown['fields']): Shown {
  return { kind: 'attempt', fields, isWeak: false };
}
