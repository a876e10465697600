// The workers of all applications behind one receiver: started together, woken together, stopped together.
import { listenForWork } from '../../store/work/notify.ts';
import type { Sidecar } from './sidecar.ts';

export interface Forwarding {
  wake(): void;
  /** Pending until it is stopped; at once where there is no application. */
  run(): Promise<void>;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

export function forwardingOf(database: string, sidecars: readonly Sidecar[]): Forwarding {
  const until = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const wake = () => {
    for (const { dispatch } of sidecars) dispatch.wake();
  };
  return {
    wake,
    run() {
      const stopped = new Promise<void>((resolve) => until.signal.addEventListener('abort', () => resolve()));
      if (sidecars.length === 0) return stopped;
      const ear = listenForWork(database, wake, until.signal);
      const work = Promise.all(sidecars.map(({ dispatch }) => dispatch.run(until.signal)));
      working = Promise.allSettled([ear, work]);
      return work.then(() => undefined);
    },
    async stop() {
      until.abort();
      await working;
    },
  };
}
