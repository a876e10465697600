// Does each cause find what its hits show, and leave its misses alone? A fixture is a case; UPDATE=1 rewrites the texts.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import type { Cause } from '../../src/model/cause.ts';
import { explain } from '../../src/model/explain.ts';
import type { Timeline } from '../../src/model/timeline/timeline.ts';
import { root } from '../architecture/tree.ts';
import { type CauseFixture, timelineOf } from './timeline-of.ts';

const home = join(root, 'fixtures/causes');
const namesIn = (id: string) => (existsSync(join(home, id)) ? readdirSync(join(home, id)).sort() : []);

describe.each(causes)('$id', (cause) => {
  const names = namesIn(cause.id).filter((name) => name.endsWith('.json'));

  it.each(names)('%s', (name) => {
    const path = join(home, cause.id, name);
    const fixture = JSON.parse(readFileSync(path, 'utf8')) as CauseFixture;
    const timeline = timelineOf(fixture);
    const findings = cause.check(timeline);
    if (name.startsWith('hit-')) expectHit(cause, timeline, fixture);
    else expectMiss(cause, timeline, fixture);
    for (const { rule, facts } of findings) {
      expect(rule).toBe(cause.id);
      expect(facts.length).toBeGreaterThan(0);
      expect(facts.filter((n) => timeline.facts[n - 1] === undefined)).toEqual([]);
    }
    expectText(path.replace(/\.json$/, '.txt'), [...words(cause, timeline), ''].join('\n'));
  });

  it('has only hits and misses, each with its text', () => {
    const stems = new Set(names.map((name) => name.replace(/\.json$/, '')));
    expect([...stems].filter((stem) => !/^(hit|miss)-[a-z0-9-]+$/.test(stem))).toEqual([]);
    expect(namesIn(cause.id)).toEqual([...stems].flatMap((stem) => [`${stem}.json`, `${stem}.txt`]).sort());
  });
});

function expectHit(cause: Cause, timeline: Timeline, { why, expect: wanted = {} }: CauseFixture): void {
  const own = explain(timeline, causes).findings.filter((found) => found.cause.id === cause.id);
  expect(own.length, why).toBeGreaterThan(0);
  if (wanted.certainty) expect(own[0]?.finding.certainty, why).toBe(wanted.certainty);
  if (wanted.primary !== undefined) expect(own[0]?.role === 'primary', why).toBe(wanted.primary);
}

function expectMiss(cause: Cause, timeline: Timeline, { why, expect: wanted = {} }: CauseFixture): void {
  expect(cause.check(timeline), why).toEqual([]);
  if (wanted.instead === undefined) return;
  expect(explain(timeline, causes).findings[0]?.cause.id ?? null, why).toBe(wanted.instead);
}

function words(cause: Cause, timeline: Timeline): string[] {
  const findings = cause
    .check(timeline)
    .flatMap(({ args, certainty, facts }) => [
      `${certainty}, from ${facts.map((n) => `#${n}`).join(' ')}`,
      cause.say(args),
      ...cause.because(args).map((clause) => `because ${clause}`),
    ]);
  if (findings.length > 0) return findings;
  const refuted = cause.refute?.(timeline);
  if (!refuted) return ['no finding, and nothing that speaks against it'];
  return ['no finding', `does not fit: ${refuted.reason} (${refuted.facts.map((n) => `#${n}`).join(' ')})`];
}

function expectText(path: string, text: string): void {
  if (process.env.UPDATE) writeFileSync(path, text);
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '(no text yet: UPDATE=1 writes it)');
}
