// Samples as text that Prometheus reads.
// https://prometheus.io/docs/instrumenting/exposition_formats/
import { catalogue, type Metric, type MetricName } from '../../model/metrics/catalogue.ts';
import { type Labels, labelsKey, type Sample } from '../../model/metrics/sample.ts';

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

/** Families in the order of the catalogue; one without a sample is left out, since nobody has looked for it. */
export function exposition(samples: readonly Sample[]): string {
  const families = Object.entries(catalogue) as [MetricName, Metric][];
  return families.map(([name, metric]) => family(name, metric, samples)).join('');
}

function family(name: string, { type, help }: Metric, samples: readonly Sample[]): string {
  const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  const own = samples.filter((sample) => endings.some((ending) => sample.name === name + ending));
  if (own.length === 0) return '';
  const lines = [...own]
    .sort(inOrder)
    .map(({ name: full, labels, value }) => `${full}${text(labels)} ${number(value)}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
}

/** All of one series of a histogram together, its buckets upwards, then sum and count. */
function inOrder(a: Sample, b: Sample): number {
  const rank = ({ name, labels: { le, ...rest } }: Sample) =>
    [labelsKey(rest), ['_bucket', '_sum', '_count'].findIndex((ending) => name.endsWith(ending)), bound(le)] as const;
  const [one, two] = [rank(a), rank(b)];
  if (one[0] !== two[0]) return one[0] < two[0] ? -1 : 1;
  return one[1] - two[1] || (one[2] === two[2] ? 0 : one[2] - two[2]);
}

function bound(le: string | undefined): number {
  return le === '+Inf' ? Infinity : Number(le ?? 0);
}

function text(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function number(value: number): string {
  return value === Infinity ? '+Inf' : String(value);
}
