// One round after another until it is stopped: less often the longer nothing moves, and on through times without a database.
import { setTimeout as sleep } from 'node:timers/promises';
import { DedupeError } from '../../errors.ts';
import { Exit, type ExitCode } from '../../exit.ts';

/** Between two rounds. */
const pauses = { shortestMs: 15_000, longestMs: 300_000 };
/** Between two tries at a database that is away: a restart takes seconds. */
const retries = { shortestMs: 1_000, longestMs: 60_000 };

export interface Watched {
  /** True: something moved. */
  round(): Promise<boolean>;
  say(sentence: string): void;
}

export async function watched(signal: AbortSignal, { round, say }: Watched): Promise<ExitCode> {
  let pauseMs = pauses.shortestMs;
  let retryMs: number | undefined;
  while (!signal.aborted) {
    try {
      const moved = await round();
      if (retryMs !== undefined) say('the database answers again');
      retryMs = undefined;
      pauseMs = moved ? pauses.shortestMs : Math.min(pauses.longestMs, pauseMs * 2);
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      // Once, however long it lasts.
      if (retryMs === undefined) say(`${error.message}: tried again until it answers`);
      retryMs = retryMs === undefined ? retries.shortestMs : Math.min(retries.longestMs, retryMs * 2);
    }
    await sleep(retryMs ?? pauseMs, undefined, { signal }).catch(() => {});
  }
  return Exit.interrupted;
}

function isAway(error: unknown): error is DedupeError {
  return error instanceof DedupeError && /^DEDUPE_DB_(UNREACHABLE|BUSY)$/.test(error.code);
}
