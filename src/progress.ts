// One line on a terminal that says how far a long command has come; nothing at all where nobody is looking.
import type { OutStream } from './context.ts';
import { visible } from './model/clean.ts';
import type { Tell } from './model/sweep.ts';

export interface Progress {
  readonly tell: Tell;
  /** Takes the line away. */
  end(): void;
}

/** Written at most ten times a second, by counting calls: no clock is asked. */
const everyBytes = 16 * 1024 * 1024;

export function progressOn(stream: OutStream, signal: AbortSignal): Progress {
  if (stream.isTTY !== true) return { tell: () => {}, end: () => {} };
  let shown = false;
  let last = { what: '', done: 0 };
  return {
    tell(what, done, total) {
      const isBytes = total === undefined;
      if (what === last.what && isBytes && done - last.done < everyBytes) return;
      last = { what, done };
      const amount = isBytes ? `${Math.round(done / 2 ** 20)} MiB` : `${done} of ${total}`;
      const text = visible(isBytes ? `reading ${what}: ${amount}` : `${what}: ${amount}`);
      stream.write(`\r${text.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}\u001b[K`);
      shown = true;
      if (signal.aborted) this.end();
    },
    end() {
      if (shown) stream.write('\r\u001b[K');
      shown = false;
    },
  };
}
