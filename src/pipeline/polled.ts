// A process that claims work and does it: one claim to its end, or one after the other until it is stopped.
import { DedupeError } from '../errors.ts';
import type { Process, StepResult } from './contracts/process.ts';

export interface Polling {
  /** Time between two claims when there was nothing to do. Default 500 ms; a word from the ingress comes earlier. */
  readonly pollMs?: number;
  /** Claims of which the work may be under way at once. Default 4. */
  readonly claims?: number;
  /** Calls back when there may be work. */
  readonly onWake?: ((wake: () => void) => void) | undefined;
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

interface Polled extends Polling {
  readonly batch: number;
  readonly stop?: () => void;
}

/** `claim` gives the work of one claim, started already; every one of them resolves. */
export function polled<Done>(
  role: string,
  claim: () => Promise<readonly Promise<Done>[]>,
  { pollMs = 500, claims = 4, batch, onWake, onTrouble, stop }: Polled,
): Process<readonly Done[]> {
  let isAwake = false;
  let endPause = () => {};
  onWake?.(() => {
    isAwake = true;
    endPause();
  });

  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const over = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', over);
        isAwake = false;
        resolve();
      };
      const timer = setTimeout(over, isAwake ? 0 : ms);
      signal.addEventListener('abort', over);
      endPause = over;
    });

  async function runOnce(): Promise<StepResult<readonly Done[]>> {
    const started = await claim();
    return started.length === 0 ? { step: 'idle' } : { step: 'more', done: await Promise.all(started) };
  }

  /** Under way when the next claim is made. */
  const most = batch * (claims - 1);

  async function run(signal: AbortSignal): Promise<void> {
    const under = new Set<Promise<unknown>>();
    let hasRoom = () => {};
    let failures = 0;
    while (!signal.aborted) {
      try {
        const started = await claim();
        failures = 0;
        for (const one of started) {
          const ended = one.finally(() => {
            under.delete(ended);
            if (under.size <= most) hasRoom();
          });
          under.add(ended);
        }
        if (started.length < batch) await pause(pollMs, signal);
      } catch (error) {
        if (!isPassing(error)) throw error;
        onTrouble?.(error);
        failures += 1;
        await pause(Math.min(5_000, pollMs * 2 ** failures), signal);
      }
      // Waiting for each of them in turn would ask all of them again whenever one ends.
      if (under.size > most)
        await new Promise<void>((resolve) => {
          hasRoom = resolve;
        });
    }
    await Promise.all(under);
    stop?.();
  }

  return { role, runOnce, run };
}

/** A database that is gone or busy comes back; a schema that does not fit stays as it is. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof DedupeError &&
    ['DEDUPE_DB_UNREACHABLE', 'DEDUPE_DB_BUSY', 'DEDUPE_DB_QUERY', 'DEDUPE_INTERRUPTED'].includes(error.code)
  );
}
