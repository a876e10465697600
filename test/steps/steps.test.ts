// Is each of the twelve judged as it should be: where it holds, where it does not, and where it could not be seen?
import { describe, expect, it } from 'vitest';
import { auditRules } from '../../src/audit/index.ts';
import { scenarios } from '../../src/drill/index.ts';
import { lintRules } from '../../src/lint/index.ts';
import { weigh } from '../../src/model/witness.ts';
import { steps } from '../../src/steps/index.ts';
import { blind, code, drill } from './checkups.ts';
import { earlyCases } from './early-cases.ts';
import { lateCases } from './late-cases.ts';

const cases = [...earlyCases, ...lateCases];

const stepOf = (id: string) => steps.find((step) => step.id === id);

it.each(cases)('$step: $state, $name', ({ step, state, says, checkup }) => {
  const aspects = stepOf(step)?.aspects(checkup) ?? [];
  const sentences = aspects.flatMap(({ witnesses }) =>
    witnesses.filter((one) => one.state === state).map(({ sentence }) => sentence),
  );
  expect(weigh(aspects)).toBe(state);
  const told = sentences.filter((one) => (typeof says === 'string' ? one.includes(says) : says.test(one)));
  expect(told, sentences.join('\n')).not.toEqual([]);
});

describe('the twelve', () => {
  it('are twelve, each with a case of every state', () => {
    expect(steps).toHaveLength(12);
    const states = steps.map(({ id }) => [
      id,
      [...new Set(cases.filter(({ step }) => step === id).map((one) => one.state))].sort(),
    ]);
    expect(states).toEqual(steps.map(({ id }) => [id, ['does-not-hold', 'holds', 'not-seen']]));
    expect(cases.filter(({ step }) => stepOf(step) === undefined)).toEqual([]);
  });

  it.each(steps.map(({ id }) => id))(
    '%s: where nothing is configured it could not be seen, and says what would help',
    (id) => {
      const aspects = stepOf(id)?.aspects(blind) ?? [];
      expect(weigh(aspects)).toBe('not-seen');
      for (const { witnesses } of aspects) expect(witnesses.some(({ todo }) => todo === 'somewhere')).toBe(true);
    },
  );

  it('ask for rules and scenarios that there are', () => {
    const rules = [...auditRules, ...lintRules].map(({ id }) => id);
    const asked = { rules: new Set<string>(), scenarios: new Set<string>() };
    for (const step of steps) {
      for (const rule of rules)
        if (weigh(step.aspects({ ...blind, code: code([rule]) })) === 'does-not-hold') asked.rules.add(rule);
      for (const { id } of scenarios)
        if (weigh(step.aspects({ ...blind, drill: drill({ [id]: 'unsafe' }) })) === 'does-not-hold')
          asked.scenarios.add(id);
    }
    const said = steps.flatMap((step) => [
      ...step.aspects({ ...blind, code: code([]) }),
      ...step.aspects({ ...blind, drill: drill({}) }),
    ]);
    const words = said.flatMap(({ witnesses }) => witnesses.map(({ sentence }) => sentence)).join('\n');
    for (const [name] of words.matchAll(/\b[a-z]+(?:-[a-z]+)+\b(?=[^\n]*found nothing)/g))
      expect(rules).toContain(name);
    for (const [, names = ''] of words.matchAll(/no result of ([^\n]*?) in /g))
      for (const name of names.split(', ')) expect([...asked.scenarios]).toContain(name);
    expect(asked.rules.size).toBeGreaterThan(25);
  });
});
