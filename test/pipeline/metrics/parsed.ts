// An exposition as a reader that is not ours understands it.
import parse from 'parse-prometheus-text-format';

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM';
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly buckets?: Readonly<Record<string, string>>;
  }[];
}

export function parsed(text: string): ReadonlyMap<string, Family> {
  const families = parse(text) as Family[];
  return new Map(families.map((family) => [family.name, family]));
}

/** The value of one series; undefined: there is none. */
export function metricValue(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = parsed(text)
    .get(name)
    ?.metrics.find((metric) => Object.entries(labels).every(([label, value]) => metric.labels?.[label] === value));
  return found?.value === undefined ? undefined : Number(found.value);
}
