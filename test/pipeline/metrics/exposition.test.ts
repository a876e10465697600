// Does a reader that is not ours understand what we write, and does what we write say what was counted?
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { catalogue } from '../../../src/model/metrics/catalogue.ts';
import { createCounters } from '../../../src/pipeline/counters.ts';
import { exposition } from '../../../src/pipeline/metrics/exposition.ts';
import { metricValue, parsed } from './parsed.ts';

test('counters and histograms read as they were counted', () => {
  const counters = createCounters();
  counters.count('dedupe_deliveries_total', { provider: 'slack', disposition: 'accepted' }, 2);
  counters.count('dedupe_deliveries_total', { disposition: 'accepted', provider: 'slack' });
  for (const seconds of [0.003, 0.6, 40]) counters.observe('dedupe_answer_seconds', seconds, { provider: 'slack' });
  const text = exposition(counters.read());
  expect(metricValue(text, 'dedupe_deliveries_total', { provider: 'slack', disposition: 'accepted' })).toBe(3);
  const [series] = parsed(text).get('dedupe_answer_seconds')?.metrics ?? [];
  expect(series?.buckets).toMatchObject({ '0.005': '1', '0.5': '1', '1': '2', '10': '2', '+Inf': '3' });
  expect(text).toMatch(/^dedupe_answer_seconds_sum\{provider="slack"\} 40\.603$/m);
  expect(text).toMatch(/^dedupe_answer_seconds_count\{provider="slack"\} 3$/m);
  expect([...text.matchAll(/le="([^"]+)"/g)].map(([, le]) => le).at(-1)).toBe('+Inf');
});

test('a label holds whatever it is given, and no line is made of it', () => {
  const version = 'a"b\\c\nd 1';
  const text = exposition([{ name: 'dedupe_instances', labels: { deployment_version: version }, value: 1 }]);
  expect(text.trimEnd().split('\n')).toHaveLength(3);
  expect(text).toContain('deployment_version="a\\"b\\\\c\\nd 1"');
});

test('what nobody counted is not there, and unknown names are left out', () => {
  expect(exposition([{ name: 'dedupe_of_another_version_total', labels: {}, value: 1 }])).toBe('');
});

test('words of an application do not fill the memory', () => {
  const counters = createCounters();
  for (let n = 0; n < 5_000; n += 1) counters.count('dedupe_work_retries_total', { role: 'worker', reason: `e${n}` });
  expect(counters.read().length).toBeLessThan(2_100);
  expect(counters.read().reduce((sum, { value }) => sum + value, 0)).toBe(5_000);
});

describe('names', () => {
  test.each(Object.entries(catalogue))('%s follows the conventions', (name, { type, buckets = [], labels }) => {
    expect(name).toMatch(/^dedupe_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (type === 'histogram') expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
    for (const label of labels) expect(label).toMatch(/^[a-z_]+$/);
  });
});

test('the alert rules ask for metrics and labels that exist', () => {
  const file = readFileSync(new URL('../../../monitoring/dedupe-rules.yaml', import.meta.url), 'utf8');
  const { groups } = parseYaml(file) as { groups: { rules: { expr: string; record?: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const recorded = new Set(rules.flatMap(({ record }) => (record ? [record] : [])));
  const known = new Set(
    Object.entries(catalogue).flatMap(([name, { type }]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  expect(rules.length).toBeGreaterThan(10);
  for (const { expr } of rules) {
    for (const [name] of expr.matchAll(/\bdedupe[a-z0-9_:]+/g)) expect([...known, ...recorded]).toContain(name);
    for (const [, name, matchers] of expr.matchAll(/\b(dedupe_[a-z_]+)\{([^}]*)\}/g)) {
      const metric = catalogue[(name ?? '').replace(/_(bucket|sum|count)$/, '') as keyof typeof catalogue];
      for (const [, label] of (matchers ?? '').matchAll(/([a-z_]+)=/g)) expect(metric.labels).toContain(label);
    }
  }
});
