// What comes while a commit is under way shares the next one. One item that cannot be written fails alone.

export interface GroupCommitOptions<Item, Result> {
  /** All in one transaction; results in the order of the items. Rejects when it is not known that all were written. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether the values themselves are refused: then the same item fails again however often it is tried. */
  readonly isHopeless: (error: unknown) => boolean;
  /** Items in one transaction at most. Default 100. */
  readonly size?: number;
  /** Transactions at once. Default 2: while one waits for the disk, the next is filled and sent. */
  readonly inFlight?: number;
  /** Pause before a failed transaction is tried again. Default 100 ms. */
  readonly pauseMs?: number;
}

export interface GroupCommit<Item, Result> {
  /** Undefined: not known to be written at the deadline. It may be written later all the same. Rejects for what is hopeless. */
  add(item: Item, deadlineMs: number): Promise<Result | undefined>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  isOver: boolean;
  readonly settle: (result: Result | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export function groupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  const { commit, isHopeless, size = 100, inFlight = 2, pauseMs = 100 } = options;
  let queue: Waiting<Item, Result>[] = [];
  const running = new Set<Promise<void>>();
  let coming: Promise<void> | undefined;

  /** What is added in one turn of the event loop goes together: started at once, the first one would leave alone. */
  function startSoon(): void {
    coming ??= new Promise((resolve) => {
      setImmediate(() => {
        coming = undefined;
        start();
        resolve();
      });
    });
  }

  function start(): void {
    // Whoever was answered meanwhile without a result is not written: the sender comes again.
    queue = queue.filter((one) => !one.isOver);
    while (running.size < inFlight && queue.length > 0) {
      const work = write(queue.splice(0, size)).finally(() => {
        running.delete(work);
        start();
      });
      running.add(work);
    }
  }

  async function write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map((one) => one.item));
      for (const [i, one] of group.entries()) one.settle(results[i]);
    } catch (error) {
      if (!isHopeless(error)) await again(group);
      else if (group.length === 1) group[0]?.fail(error);
      // One of them cannot be written: row by row, so that it does not take its neighbours along.
      else for (const one of group) await write([one]);
    }
  }

  async function again(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const alive = group.filter((one) => !one.isOver);
    if (alive.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    queue.unshift(...alive);
  }

  return {
    add: (item, deadlineMs) =>
      new Promise((resolve, reject) => {
        const over = (end: () => void) => {
          if (waiting.isOver) return;
          waiting.isOver = true;
          clearTimeout(timer);
          end();
        };
        const waiting: Waiting<Item, Result> = {
          item,
          isOver: false,
          settle: (result) => over(() => resolve(result)),
          fail: (error) => over(() => reject(error)),
        };
        const timer = setTimeout(() => waiting.settle(undefined), Math.max(0, deadlineMs));
        queue.push(waiting);
        startSoon();
      }),
    async idle() {
      while (coming || running.size > 0) await Promise.all([coming, ...running]);
    },
  };
}
