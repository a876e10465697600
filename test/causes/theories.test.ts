// Is each theory refuted where the numbers speak against it, and left alone where they do not?
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theories } from '../../src/causes/theories/index.ts';
import { explain } from '../../src/model/explain.ts';
import { root } from '../architecture/tree.ts';
import { type CauseFixture, timelineOf } from './timeline-of.ts';

interface TheoryFixture extends Omit<CauseFixture, 'expect'> {
  /** For a hit: words that the reason must hold. */
  readonly expect?: { readonly reason: string };
}

const home = join(root, 'fixtures/theories');

describe.each(theories)('$id', (theory) => {
  it.each(readdirSync(join(home, theory.id)).sort())('%s', (name) => {
    const { expect: wanted, ...fixture } = JSON.parse(
      readFileSync(join(home, theory.id, name), 'utf8'),
    ) as TheoryFixture;
    const timeline = timelineOf(fixture);
    const refuted = theory.refute(timeline);
    if (name.startsWith('miss-')) return expect(refuted, fixture.why).toBeUndefined();
    expect(refuted?.reason, fixture.why).toContain(wanted?.reason ?? 'a reason must be expected');
    expect(refuted?.facts.length).toBeGreaterThan(0);
    expect(refuted?.facts.filter((n) => timeline.facts[n - 1] === undefined)).toEqual([]);
    expect(explain(timeline, [], theories).refuted).toContainEqual({ rule: theory.id, ...refuted });
  });
});
