// What this process has seen, in numbers that only grow.
import type { MetricName } from '../model/metrics/catalogue.ts';
import { type Labels, labelsKey, observed, type Sample, stepsOf } from '../model/metrics/sample.ts';

export interface Counters {
  count(name: MetricName, labels?: Labels, by?: number): void;
  /** Of a histogram, in the unit of its name. */
  observe(name: MetricName, value: number, labels?: Labels): void;
  /** In the order in which they were first counted. */
  read(): readonly Sample[];
}

/** Labels hold words of applications (error codes): a fault there must not fill the memory of whoever watches. */
const mostSeries = 2_000;

interface Series {
  readonly name: string;
  readonly labels: Labels;
  value: number;
}

export function createCounters(): Counters {
  const all = new Map<string, Series>();
  /** By the labels as they came, for the one or several series of a metric: to sort them at every event costs more than its work. */
  const known = new Map<string, readonly Series[]>();

  function seriesOf(name: MetricName, labels: Labels, samples: () => readonly Sample[]): readonly Series[] {
    const id = `${name}${JSON.stringify(labels)}`;
    const before = known.get(id);
    if (before) return before;
    const found = samples().map(find);
    if (known.size < mostSeries) known.set(id, found);
    return found;
  }

  function find({ name, labels }: Sample): Series {
    const id = `${name}${labelsKey(labels)}`;
    const before = all.get(id);
    if (before) return before;
    if (all.size >= mostSeries && !isOther(labels)) return find({ name, labels: other(labels), value: 0 });
    const made = { name, labels, value: 0 };
    all.set(id, made);
    return made;
  }

  return {
    count(name, labels = {}, by = 1) {
      for (const one of seriesOf(name, labels, () => [{ name, labels, value: by }])) one.value += by;
    },
    observe(name, value, labels = {}) {
      const steps = stepsOf(name, value);
      const series = seriesOf(name, labels, () => observed(name, value, labels));
      for (let i = 0; i < steps.length; i++) (series[i] as Series).value += steps[i] as number;
    },
    read: () => [...all.values()],
  };
}

function other(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, name === 'le' ? value : 'other']));
}

function isOther(labels: Labels): boolean {
  return Object.entries(labels).every(([name, value]) => name === 'le' || value === 'other');
}
