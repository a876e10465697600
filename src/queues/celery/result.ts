// What Celery's result backend on Redis holds of a task: one JSON text under its id, for as long as the app says.
// Shown on 5.2.6; https://docs.celeryq.dev/en/stable/userguide/configuration.html#result-backend-settings
import { type Instant, parseInstant } from '../../model/instant.ts';
import { failureCode } from '../../model/queue-failure.ts';
import type { RedisReader } from '../../redis/reader.ts';
import { parsed } from '../payload/names.ts';
import { globSafe } from '../redis/glob.ts';
import { type Bound, largestText } from '../redis/pages.ts';
import { entriesIn, isEntries, payloadOf } from './message.ts';

export interface Result {
  readonly taskId: string;
  /** Undefined: it is in a form that is not read here. */
  readonly status: string | undefined;
  /** Undefined: the app keeps no arguments with its results. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
  readonly queue: string | undefined;
  readonly retries: number | undefined;
  readonly worker: string | undefined;
  readonly doneAt: Instant | undefined;
  readonly errorCode: string | undefined;
  /** Milliseconds until Redis removes it; undefined: never. */
  readonly leftMs: number | undefined;
  readonly where: string;
}

const prefixOf = (prefix: string) => `${prefix}celery-task-meta-`;

/** Of these tasks, those that have one. */
export async function resultsOf(redis: RedisReader, prefix: string, ids: readonly string[]): Promise<Result[]> {
  return (
    await read(
      redis,
      ids.map((id) => `${prefixOf(prefix)}${id}`),
      prefix,
    )
  ).found;
}

export interface ResultsFound {
  readonly found: readonly Result[];
  /** Results that say nothing of what their task was given. */
  readonly bare: number;
  readonly large: number;
}

/** Results are enough of one kind to be judged by these. */
const sample = 1000;

/** The last resort: every result, as far as the bound goes; ends early where none holds what its task was given. */
export async function allResults(
  redis: RedisReader,
  prefix: string,
  bound: Bound,
  signal: AbortSignal,
): Promise<ResultsFound> {
  const found: Result[] = [];
  let [bare, large] = [0, 0];
  let cursor = '0';
  do {
    signal.throwIfAborted();
    const asking = ['SCAN', cursor, 'MATCH', `${globSafe(prefixOf(prefix))}*`, 'COUNT', 1000] as const;
    const [next, keys] = (await redis.ask(...asking)) as readonly [string, readonly string[]];
    const part = await read(redis, keys, prefix);
    bound.jobs -= keys.length;
    found.push(...part.found);
    large += part.large;
    bare += part.found.filter(({ payload }) => payload === undefined).length;
    cursor = next;
    if (bare >= sample && bare === found.length) return { found, bare, large };
  } while (cursor !== '0' && bound.jobs > 0);
  if (cursor !== '0') bound.reached = true;
  return { found, bare, large };
}

async function read(redis: RedisReader, keys: readonly string[], prefix: string) {
  const lengths = await redis.askAll(keys.map((key) => ['STRLEN', key]));
  const small = keys.filter((_, i) => Number(lengths[i]) > 0 && Number(lengths[i]) <= largestText);
  const values = await redis.askAll(small.map((key) => ['GET', key]));
  const left = await redis.askAll(small.map((key) => ['PTTL', key]));
  const found = small.flatMap((key, i) => {
    const [text, ms] = [values[i], Number(left[i])];
    return typeof text === 'string' ? [resultOf(text, key, { prefix, leftMs: ms > 0 ? ms : undefined })] : [];
  });
  return { found, large: lengths.filter((length) => Number(length) > largestText).length };
}

function resultOf(
  text: string,
  key: string,
  { prefix, leftMs }: { prefix: string; leftMs: number | undefined },
): Result {
  const told = entriesIn(parsed(text));
  const { status, result, retries, queue, worker } = told;
  const { exc_type, exc_message } = entriesIn(result);
  const message = [exc_message].flat().filter((one) => typeof one === 'string');
  return {
    taskId: key.slice(prefixOf(prefix).length),
    status: typeof status === 'string' ? status : undefined,
    payload: Array.isArray(told.args) || isEntries(told.kwargs) ? payloadOf(told.args, told.kwargs, {}) : undefined,
    queue: typeof queue === 'string' && queue !== '' ? queue : undefined,
    retries: Number.isSafeInteger(retries) ? (retries as number) : undefined,
    worker: typeof worker === 'string' ? worker : undefined,
    doneAt: utc(told.date_done),
    errorCode: typeof exc_type === 'string' ? failureCode(`${exc_type}: ${message.join(' ')}`) : undefined,
    leftMs,
    where: key,
  };
}

/** Written in UTC, in most versions without saying so. */
function utc(text: unknown): Instant | undefined {
  if (typeof text !== 'string') return undefined;
  return parseInstant(text) ?? parseInstant(`${text}Z`);
}
