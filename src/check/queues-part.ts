// The part of audit that asks the configured queues for the rules that they have stored.
import type { Context } from '../context.ts';
import { DedupeError } from '../errors.ts';
import type { QueuesSeen } from '../model/audit-input.ts';
import { horizonFor, slackRetriesMs } from '../model/dedupe-horizon.ts';
import type { FindingsDocument } from '../model/findings-document.ts';
import type { Instant } from '../model/instant.ts';

type Part = FindingsDocument['parts'][number];

interface QueuesPart {
  readonly part: Part;
  readonly seen: QueuesSeen | undefined;
}

const part = (state: Part['state'], sentence: string): Part => ({ part: 'queues', state, sentence });
const wouldShow =
  '(would show keys forgotten too early, leases that end before the work, and retries without an end or a pause)';
const deadlineMs = 45_000;

export async function queuesPart({ config, io }: Context): Promise<QueuesPart> {
  if (Object.keys(config.queues.value ?? {}).length === 0)
    return { part: part('gap', `no queue is configured ${wouldShow}`), seen: undefined };
  const { closeQueues, openQueues } = await import('../open-queues.ts');
  const location = { file: config.file ?? 'dedupe.config.yaml', line: 1, column: 1 };
  const opened = openQueues(config, { env: io.env, now: () => io.now() as Instant });
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(deadlineMs)]);
  const surveys: QueuesSeen['surveys'][number][] = [];
  const failures: string[] = [];
  const silent: string[] = [];
  /** Reached, and nothing there: a name that is not the app's looks the same. */
  const empty: string[] = [];
  try {
    for (const [source, queue] of opened) {
      if (queue instanceof DedupeError) failures.push(`${source}: ${queue.message}`);
      else if (queue.survey === undefined) silent.push(source);
      else {
        try {
          const found = await queue.survey(signal);
          if (found.length === 0) empty.push(source);
          for (const survey of found) surveys.push({ ...survey, source, location });
        } catch (cause) {
          io.signal.throwIfAborted();
          if (!(cause instanceof DedupeError) && !signal.aborted) throw cause;
          failures.push(`${source}: ${cause instanceof DedupeError ? cause.message : 'no answer in time'}`);
        }
      }
    }
  } finally {
    await closeQueues(opened);
  }
  const jobs = surveys.reduce((sum, one) => sum + one.jobs, 0);
  const asked = `${surveys.length} queue${surveys.length === 1 ? '' : 's'} by ${jobs} of the newest jobs`;
  const unseen = [...new Set(surveys.flatMap((one) => one.unseen))].map((one) => `; not seen: ${one}`).join('');
  const left = [
    ...silent.map((source) => `; ${source} stores no rules that could be read`),
    ...empty.map((source) => `; no job was found in ${source}: is that the queue that the app uses?`),
  ].join('');
  const horizon = config.replay_horizons.value && horizonFor(config.replay_horizons.value, 'both');
  return {
    part:
      failures.length > 0
        ? part('failed', `${failures.join('; ')}; seen: ${asked}`)
        : surveys.length === 0
          ? part('gap', left.slice('; '.length))
          : part('done', `${asked}${left}${unseen}`),
    seen: { surveys, horizon: horizon ?? { ms: slackRetriesMs, why: "Slack's third retry" } },
  };
}
