// Does a person's word count only for what was seen, and does the end of a call tell what it did not come to?
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from '../../reconcile/stage.ts';

test('--keep takes only what was seen, and says what that is', async (context) => {
  const at = await stage(context, '');
  await at.unknown('k');
  await at.unknown('none');
  await at.object('k');
  await at.object('k');
  const planned = (...words: string[]) => at.run('--plan', 'kept.json', ...words);
  expect(await planned('--keep', 'k=9')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no object "9" with this key was seen\n.*Seen: 1, 2\./),
  });
  expect(await planned('--keep', 'none=9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('None was seen'),
  });
  expect(await planned('--keep', 'k2=1')).toMatchObject({ code: 2, stderr: expect.stringContaining('is called "k2"') });
  expect(existsSync(join(at.folder, 'kept.json'))).toBe(false);
  expect((await planned('--keep', 'k=2')).code).toBe(1);
  expect(await at.run('--apply', 'kept.json', '--keep', 'k=1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('belong to the call that makes the plan'),
  });
  expect(await at.states()).toMatchObject({ k: ['unknown', null, 'unknown_result'] });
  expect(await at.json('--apply', 'kept.json')).toMatchObject({ code: 1, items: [{ external_id: '2' }, {}] });
});

test('what lies behind --limit is left, also when the plan that holds the rest was carried out', async (context) => {
  const at = await stage(context);
  for (const key of ['a', 'b', 'c']) {
    await at.unknown(key);
    await at.object(key);
  }
  expect(await at.json('--limit', '2', '--plan', 'plan.json')).toMatchObject({ code: 1, more: true });
  expect(await at.json('--apply', 'plan.json')).toMatchObject({ code: 1, more: true });
  expect(await at.json('--limit', '1')).toMatchObject({ code: 0, more: false });
  expect(await at.json('--limit', '1', '--apply')).toMatchObject({ code: 0, items: [{ applied: 'confirmed' }] });
});
