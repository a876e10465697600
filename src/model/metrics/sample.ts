// One number of a metric, and how one observation becomes the numbers of a histogram.
import { catalogue, type MetricName } from './catalogue.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Of a histogram with `_bucket`, `_sum` or `_count` behind it. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** What to add. Zeros too: a series that is missing until its first count hides that count from `rate()`. */
export function observed(name: MetricName, value: number, labels: Labels = {}): Sample[] {
  const { buckets = [] } = catalogue[name];
  const series = [
    ...[...buckets.map(String), '+Inf'].map((le) => ({ name: `${name}_bucket`, labels: { ...labels, le } })),
    { name: `${name}_sum`, labels },
    { name: `${name}_count`, labels },
  ];
  const steps = stepsOf(name, value);
  return series.map((one, i) => ({ ...one, value: steps[i] as number }));
}

/** The numbers alone, in the same order. */
export function stepsOf(name: MetricName, value: number): number[] {
  const { buckets = [] } = catalogue[name];
  return [...buckets.map((le) => Number(value <= le)), 1, value, 1];
}

/** The same text for the same labels in any order: the identity of a series beside its name. */
export function labelsKey(labels: Labels): string {
  return JSON.stringify(Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))));
}
