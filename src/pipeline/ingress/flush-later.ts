// Collects what may be written after the answer, and writes it in batches.

export interface FlushLater<Item> {
  add(item: Item): void;
  /** Writes what is there and waits for it. */
  flush(): Promise<void>;
}

/** What cannot be written is dropped beyond `keep` items: these are notes, and no reason to fill the memory. */
export function flushLater<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  { everyMs, size = 500, keep = 10_000 }: { everyMs: number; size?: number; keep?: number },
): FlushLater<Item> {
  let items: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  function later(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref();
  }

  async function writeSome(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (items.length > 0) {
      const batch = items.splice(0, size);
      try {
        await write(batch);
      } catch {
        items = [...batch, ...items].slice(-keep);
        return later();
      }
    }
  }

  function flush(): Promise<void> {
    last = last.then(writeSome);
    return last;
  }

  return {
    add(item) {
      items.push(item);
      if (items.length >= size) void flush();
      else later();
    },
    flush,
  };
}
