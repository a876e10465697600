// Would this suite notice if a rule were broken? Each rule in turn is replaced by a broken one, and some case must go wrong.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { causes } from '../../src/causes/index.ts';
import type { Cause } from '../../src/model/cause.ts';
import type { Finding } from '../../src/model/rule.ts';
import { duplicatedEffects } from '../../src/model/timeline/duplicates.ts';
import type { Timeline } from '../../src/model/timeline/timeline.ts';
import { answerBy, timelineOf } from './ask.ts';
import { caseOf } from './draw.ts';
import { judge } from './judge.ts';
import { recipes } from './recipes.ts';
import { aFolder, type Prepared, prepare } from './trial.ts';

/** Cases of each recipe; a broken rule that none of them shows is a hole in the suite. */
const runsOfEach = 5;

interface Ready extends Prepared {
  readonly timeline: Timeline;
}

/** Whatever the rule had to say, it says it with words of its own; here they do not matter. */
const muted = { say: () => 'broken', because: () => [], linkOf: undefined };

const breaks: Readonly<Record<string, (cause: Cause) => Cause>> = {
  'finds nothing': (cause) => ({ ...cause, check: () => [] }),
  'finds what is not there, and not what is': (cause) => ({
    ...cause,
    ...muted,
    check: (timeline) => (cause.check(timeline).length > 0 ? [] : anyway(cause, timeline)),
  }),
  'is never sure': (cause) => ({
    ...cause,
    check: (timeline) => cause.check(timeline).map((finding) => ({ ...finding, certainty: 'open' })),
  }),
};

function anyway(cause: Cause, timeline: Timeline): Finding[] {
  const [effect] = duplicatedEffects(timeline);
  const facts = (effect?.chains ?? []).map(({ record }) => record.n);
  return timeline.facts.length === 0 ? [] : [{ rule: cause.id, args: {}, certainty: 'shown', facts }];
}

let ready: readonly Ready[] = [];

beforeAll(async () => {
  const folder = aFolder();
  const drawn = recipes.flatMap((recipe) => fc.sample(caseOf(recipe), { seed: 3, numRuns: runsOfEach }));
  const found: Ready[] = [];
  for (const one of drawn) {
    const prepared = prepare({ ...one, hidden: [] });
    const timeline = prepared && (await timelineOf(folder, prepared.logs, prepared.refs));
    if (prepared && timeline) found.push({ ...prepared, timeline });
  }
  ready = found;
}, 120_000);

/** Wrong, or open although nothing is hidden. */
function isNoticed(rules: readonly Cause[], { truth, timeline }: Ready): boolean {
  return judge(truth, { hidden: [] }, answerBy(rules, timeline)).is !== 'right';
}

describe('the suite', () => {
  it('finds nothing to say against the rules as they are', () => {
    expect(ready.length).toBeGreaterThan(recipes.length * runsOfEach * 0.9);
    expect(ready.filter((one) => isNoticed(causes, one)).map(({ drawn }) => drawn)).toEqual([]);
  });

  describe.each(causes.map(({ id }) => id))('notices when %s', (id) => {
    it.each(Object.keys(breaks))('%s', (how) => {
      const broken = causes.map((cause) => (cause.id === id ? (breaks[how]?.(cause) ?? cause) : cause));
      const isAbout = ({ truth, drawn }: Ready) => drawn.of === id || truth.necessary.includes(id);
      const inOrder = [...ready.filter(isAbout), ...ready.filter((one) => !isAbout(one))];
      expect(inOrder.some((one) => isNoticed(broken, one))).toBe(true);
    });
  });
});
