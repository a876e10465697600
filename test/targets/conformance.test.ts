// Does each adapter survive what systems do, and does the suite catch one that believes everything?
import { describe, expect, test } from 'vitest';
import { checks } from './conformance.ts';
import { naiveSubject } from './fakes/naive.ts';
import { redmineSubject } from './fakes/redmine.ts';
import { subjects } from './fakes/subjects.ts';
import { conforms, staged } from './subject.ts';

for (const subject of subjects) conforms(subject, 'light');
conforms(redmineSubject, 'heavy');

describe('an adapter that believes everything', () => {
  /** What it gets right is no fault of any system. */
  const harmless = ['a create is done, found by its key, and found once'];
  for (const [name, check] of Object.entries(checks).filter(([one]) => !harmless.includes(one)))
    test(`is caught: ${name}`, async () => {
      const stage = await staged(naiveSubject);
      await expect(check(stage)).rejects.toThrow();
    });
});
