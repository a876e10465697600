// What this process has seen, in numbers that only grow.
import type { MetricName } from '../model/metrics/catalogue.ts';
import { type Labels, labelsKey, observed, type Sample } from '../model/metrics/sample.ts';

export interface Counters {
  count(name: MetricName, labels?: Labels, by?: number): void;
  /** Of a histogram, in the unit of its name. */
  observe(name: MetricName, value: number, labels?: Labels): void;
  /** In the order in which they were first counted. */
  read(): readonly Sample[];
}

/** Labels hold words of applications (error codes): a fault there must not fill the memory of whoever watches. */
const mostSeries = 2_000;

export function createCounters(): Counters {
  const values = new Map<string, { name: string; labels: Labels; value: number }>();

  function add({ name, labels, value }: Sample): void {
    const id = `${name}${labelsKey(labels)}`;
    const known = values.get(id);
    if (known) known.value += value;
    else if (values.size < mostSeries || isOther(labels)) values.set(id, { name, labels, value });
    else add({ name, labels: other(labels), value });
  }

  return {
    count: (name, labels = {}, by = 1) => add({ name, labels, value: by }),
    observe: (name, value, labels = {}) => observed(name, value, labels).forEach(add),
    read: () => [...values.values()],
  };
}

function other(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, name === 'le' ? value : 'other']));
}

function isOther(labels: Labels): boolean {
  return Object.entries(labels).every(([name, value]) => name === 'le' || value === 'other');
}
