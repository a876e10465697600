// What the workers of Celery and Sidekiq write about each task. Seen on Celery 5.2.6 and Sidekiq 6.4.1; the words of other
// versions: celery/app/trace.py, sidekiq/job_logger.rb.
import { known, type LineForm, objectOf, type TaskLine } from './form.ts';

/** `[2026-11-30 12:51:50,707: INFO/MainProcess] …`, Celery's own format; the time has no zone. */
export const celery: LineForm = {
  id: 'celery',
  title: 'Celery worker',
  readText(text) {
    const [, time, inside] =
      /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}): [A-Z]+\/[\w.-]+(?:\(\d+\))?\] (.*)$/s.exec(text) ?? [];
    return time === undefined || inside === undefined ? undefined : { fields: { time }, inside };
  },
};

/** Behind any prefix: people give the worker a format of their own. */
export const celeryTask: LineForm = {
  id: 'celery-task',
  title: 'Celery: a task received, ended, or asked to run again',
  readText(text) {
    const [, before = '', jobId = '', after = ''] =
      /^(Task|Received task:|Discarding revoked task:|Hard time limit \(\S{1,20}\) exceeded for) [\w.:<>-]{1,200}\[([^\]\s]{1,200})\](.*)$/s.exec(
        text,
      ) ?? [];
    const said = celeryWords(before, after.trimStart());
    return said && { fields: {}, task: { jobId, ...said } };
  },
};

type Said = Omit<TaskLine, 'jobId'>;

function celeryWords(before: string, after: string): Said | undefined {
  if (before === '') return undefined;
  if (before.startsWith('Hard')) return { is: 'ended', outcome: 'lost', errorCode: 'TIME_LIMIT' };
  if (before.startsWith('Discarding')) return { is: 'ended', outcome: 'failed', errorCode: 'REVOKED' };
  if (before.startsWith('Received') || /^received\b/.test(after)) return { is: 'received' };
  const took = /^succeeded in (\d+(?:\.\d+)?(?:e-\d+)?)s\b/.exec(after)?.[1];
  if (took !== undefined) return { is: 'ended', outcome: 'done', tookMs: Number(took) * 1000 };
  const failed = /^(?:raised (?:un)?expected|INTERNAL ERROR|retry): (?:Retry in \S+: )?(.*)$/s.exec(after);
  if (failed) return { is: 'ended', outcome: 'failed', ...errorOf(failed[1] ?? '') };
  return /^(?:ignored|rejected)\b/.test(after) ? { is: 'ended', outcome: 'unknown' } : undefined;
}

/** The class alone: what stands in the brackets is the app's text. Celery's own wrapper says nothing. */
function errorOf(text: string): { errorCode?: string } {
  const name = /^([A-Z]\w{1,60})\(/.exec(text)?.[1];
  return name === undefined || name === 'ExceptionWithTraceback' ? {} : { errorCode: name };
}

const begins =
  /^(?:(\d{4}-\d\d-\d\dT[\d:.]+Z) )?pid=(\d{1,9}) tid=(\w{1,20})((?: [^\s=]{1,40}=\S{1,300})*) [A-Z]+: (.*)$/s;

/** `class=X jid=Y INFO: start`, with or without a time. */
export const sidekiq: LineForm = {
  id: 'sidekiq',
  title: 'Sidekiq',
  readText(text) {
    const [, time, pid, tid, context = '', message = ''] = begins.exec(text) ?? [];
    if (pid === undefined) return undefined;
    const named = Object.fromEntries(
      [...context.matchAll(/ (jid|elapsed)=(\S+)/g)].map(([, name, value]) => [name, value]),
    );
    const task = sidekiqWords(message, named, `${pid}/${tid}`);
    return task === undefined
      ? { fields: known({ time, pid }), inside: message }
      : { fields: known({ time, pid }), task };
  },
};

/** The same by Sidekiq's JSON formatter. */
export const sidekiqJson: LineForm = {
  id: 'sidekiq-json',
  title: 'Sidekiq, JSON',
  readObject({ ts, pid, tid, lvl, msg, ctx }) {
    const context = objectOf(ctx);
    if (tid === undefined || lvl === undefined || context === undefined) return undefined;
    const task = sidekiqWords(msg, context, `${pid}/${tid}`);
    return task && { fields: known({ time: ts, pid }), task };
  },
};

function sidekiqWords(
  message: unknown,
  context: Readonly<Record<string, unknown>>,
  process: string,
): TaskLine | undefined {
  const { jid, elapsed } = context;
  if (typeof jid !== 'string' || jid === '' || jid.length > 200) return undefined;
  if (message === 'start') return { jobId: jid, process, is: 'started' };
  if (message !== 'done' && message !== 'fail') return undefined;
  const seconds = elapsed === undefined ? Number.NaN : Number(elapsed);
  const took = Number.isFinite(seconds) ? { tookMs: seconds * 1000 } : {};
  return { jobId: jid, process, is: 'ended', outcome: message === 'done' ? 'done' : 'failed', ...took };
}
