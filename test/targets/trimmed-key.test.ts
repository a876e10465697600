// A key that a system may have stored in another form is not proven absent by looking for the form that was sent.
import { expect, test } from 'vitest';
import { acmeSubject } from './fakes/acme.ts';
import { redmineSubject } from './fakes/redmine.ts';
import { staged } from './subject.ts';

const never = new AbortController().signal;

test.each([acmeSubject, redmineSubject])('$name', async (subject) => {
  const { target, put } = await staged(subject);
  await put('trimmed');
  for (const key of ['trimmed ', ' trimmed', 'trimmed\t'])
    expect(await target.find(key, never)).toMatchObject({
      answer: 'cannot-see',
      reason: expect.stringMatching(/begins or ends with a space/),
    });
  expect(await target.find('trimmed', never)).toMatchObject({ answer: 'found' });
  expect(await target.find('not trimmed', never)).toMatchObject({ answer: 'none' });
});
