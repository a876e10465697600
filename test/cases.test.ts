// Public incidents, told again with invented ids, and traps in which a quick reader is caught: the verdict, the cause that comes first, and the theories that do not fit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../src/causes/index.ts';
import { theories } from '../src/causes/theories/index.ts';
import { explain } from '../src/model/explain.ts';
import { decide } from '../src/model/verdict.ts';
import { root } from './architecture/tree.ts';
import { type CauseFixture, timelineOf } from './causes/timeline-of.ts';

interface Case extends Omit<CauseFixture, 'expect'> {
  readonly expect: {
    readonly verdict: string;
    /** Null: the evidence names no cause. Left out: which one comes first is not the point. */
    readonly primary?: string | null;
    readonly certainty?: string;
    /** Theories that must be among the refuted. */
    readonly refuted?: readonly string[];
    /** Causes that must be found as well. */
    readonly also?: readonly string[];
    /** Words that the headline or the gaps must hold. */
    readonly answers?: readonly string[];
    /** Words that the sentence or the reasons of the primary finding must hold. */
    readonly says?: readonly string[];
  };
}

const folders = [
  ['a public incident', join(root, 'fixtures/cases')],
  ['a trap', join(root, 'fixtures/traps')],
] as const;

describe.each(folders)('%s', (_, home) => {
  it.each(readdirSync(home).sort())('%s', (name) => {
    const { expect: wanted, ...fixture } = JSON.parse(readFileSync(join(home, name), 'utf8')) as Case;
    const timeline = timelineOf(fixture);
    const { findings, refuted } = explain(timeline, causes, theories);
    const [primary] = findings;
    const decision = decide(timeline, primary);
    expect(decision.verdict).toBe(wanted.verdict);
    if (wanted.primary !== undefined) expect(primary?.cause.id ?? null).toBe(wanted.primary);
    if (wanted.certainty !== undefined) expect(primary?.finding.certainty).toBe(wanted.certainty);
    expect(findings.map(({ cause }) => cause.id)).toEqual(expect.arrayContaining([...(wanted.also ?? [])]));
    expect(refuted.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...(wanted.refuted ?? [])]));
    const told = primary
      ? [primary.cause.say(primary.finding.args), ...primary.cause.because(primary.finding.args)]
      : [];
    const answer = [
      decision.headline,
      ...decision.missing,
      ...findings.map(({ cause, finding }) => cause.say(finding.args)),
    ];
    for (const words of wanted.answers ?? []) expect(answer.join('\n')).toContain(words);
    for (const words of wanted.says ?? []) expect(told.join('\n')).toContain(words);
  });
});
