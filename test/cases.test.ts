// Public incidents, told again with invented ids: the verdict, the cause that comes first, and the theories that do not fit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../src/causes/index.ts';
import { explain } from '../src/model/explain.ts';
import { decide } from '../src/model/verdict.ts';
import { root } from './architecture/tree.ts';
import { type CauseFixture, timelineOf } from './causes/timeline-of.ts';

interface Case extends Omit<CauseFixture, 'expect'> {
  readonly expect: {
    readonly verdict: string;
    /** Null: the evidence names no cause. */
    readonly primary: string | null;
    readonly certainty?: string;
    /** Theories that must be among the refuted. */
    readonly refuted?: readonly string[];
    /** Words that the sentence or the reasons of the primary finding must hold. */
    readonly says?: readonly string[];
  };
}

const home = join(root, 'fixtures/cases');

describe('a public incident', () => {
  it.each(readdirSync(home).sort())('%s', (name) => {
    const { expect: wanted, ...fixture } = JSON.parse(readFileSync(join(home, name), 'utf8')) as Case;
    const timeline = timelineOf(fixture);
    const { findings, refuted } = explain(timeline, causes);
    const [primary] = findings;
    expect({
      verdict: decide(timeline, primary).verdict,
      primary: primary?.cause.id ?? null,
      certainty: primary?.finding.certainty,
    }).toEqual({ verdict: wanted.verdict, primary: wanted.primary, certainty: wanted.certainty });
    expect(refuted.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...(wanted.refuted ?? [])]));
    const told = primary
      ? [primary.cause.say(primary.finding.args), ...primary.cause.because(primary.finding.args)]
      : [];
    for (const words of wanted.says ?? []) expect(told.join('\n')).toContain(words);
  });
});
