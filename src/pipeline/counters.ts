// What this process has seen, in numbers that only grow. Names and labels follow the conventions of Prometheus.

export interface Counters {
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** In the order in which they were first counted. */
  read(): readonly {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

export function createCounters(): Counters {
  const values = new Map<string, { name: string; labels: Readonly<Record<string, string>>; value: number }>();
  return {
    count(name, labels = {}, by = 1) {
      const id = JSON.stringify([name, Object.entries(labels).sort()]);
      const known = values.get(id);
      if (known) known.value += by;
      else values.set(id, { name, labels, value: by });
    },
    read: () => [...values.values()],
  };
}
