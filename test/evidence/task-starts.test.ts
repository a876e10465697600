// Do the lines that real workers of Celery and Sidekiq wrote become the starts that really were, one fact for each?
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logSource } from '../../src/evidence/log.ts';
import { checkLog } from '../../src/evidence/log-check.ts';
import { type FieldMap, noFieldMap } from '../../src/model/field-map.ts';
import type { Source } from '../../src/model/source.ts';
import { resolveReference } from '../../src/reference.ts';
import { findLogFiles } from '../../src/scan/log-files.ts';
import { trace } from '../../src/trace.ts';
import { tempFolder } from './traced.ts';

const folder = fileURLToPath(new URL('../../fixtures/evidence/workers/', import.meta.url));
const utc: FieldMap = { ...noFieldMap, zone: 'UTC' };

async function attempts(
  ref: string,
  names: readonly string[],
  map: FieldMap = utc,
  more: readonly Source[] = [],
  at = folder,
) {
  const source = logSource(
    await findLogFiles(
      names.map((name) => join(at, name)),
      at,
    ),
    () => {},
    map,
  );
  const { signal } = new AbortController();
  const asked = { refs: [resolveReference(ref)], absent: [], since: undefined, until: undefined, signal };
  const { document } = await trace({ ...asked, sources: [...more, source] }).finally(() => source.close());
  return document.facts.filter(({ kind }) => kind === 'attempt').map(({ fields }) => fields);
}

const queue = (name: string): FieldMap => ({ ...utc, constants: { queue: name } });

it('reads what Celery wrote of a start that was done and of one that asked to be run again', async () => {
  expect(await attempts('job:celery/task-Ev0A', ['celery-prefork.log'])).toMatchObject([
    {
      ...{ attempt: 1, queue: 'celery', outcome: 'done', received_at: '2026-11-30T12:51:50.707Z' },
      ...{ started_at: expect.stringMatching(/^2026-11-30T12:51:50\.72/) },
      finished_at: '2026-11-30T12:51:50.871Z',
    },
  ]);
  expect(await attempts('job:celery/task-Ev0B', ['celery-prefork.log'])).toMatchObject([
    { attempt: 1, outcome: 'failed', error_code: 'TimeoutError' },
  ]);
});

it('counts the starts of a task over the logs of its workers, and one whose worker was killed has no end', async () => {
  const both = ['celery-again.log', 'celery-killed.log'];
  const [first, second, ...none] = await attempts('job:celery/task-Ev0D', both);
  expect(none).toEqual([]);
  expect(first).toMatchObject({ attempt: 1, received_at: '2026-11-30T12:52:07.090Z' });
  expect(first).not.toHaveProperty('outcome');
  expect(second).toMatchObject({ attempt: 2, outcome: 'failed', received_at: '2026-11-30T12:52:12.124Z' });
  expect(await attempts('job:celery/task-Ev0D', both, queue('celery'))).toHaveLength(2);
  expect(await attempts('job:celery/task-Ev0D', both, noFieldMap)).toEqual([]);
});

it.each(['sidekiq.log', 'sidekiq-json.log'])('reads %s', async (file) => {
  const [done, failed] =
    file === 'sidekiq.log'
      ? ['efceffdc9a6dc1217cc81b01', 'c3202c6c693ff7ff0df1470e']
      : ['d49bb8211306b62c6f3c7dde', '9f427183f76ac5ff7c54e818'];
  expect(await attempts(`job:default/${done}`, [file])).toMatchObject([{ attempt: 1, outcome: 'done' }]);
  expect(await attempts(`job:default/${failed}`, [file])).toMatchObject([{ attempt: 1, outcome: 'failed' }]);
});

it('sees that Sidekiq put a job back and ran it again', async () => {
  expect(await attempts('job:default/bdec51627dd0267a9a5391df', ['sidekiq.log'])).toMatchObject([
    { attempt: 1, outcome: 'failed', finished_at: '2026-11-30T12:52:33.093Z' },
    { attempt: 2, outcome: 'done', started_at: '2026-11-30T12:52:35.728Z' },
  ]);
});

it('takes what the queue kept for the last of the starts that the logs saw', async () => {
  const told = (fields: object): Source => ({
    ...{ id: 'queue', wouldSettle: '', describe: () => 'q', close: async () => {} },
    collect: async () => ({
      observations: [
        {
          kind: 'job',
          fields: { queue: 'celery', job_id: 'task-Ev0D', event_id: 'Ev0D' },
          provenance: { source: 'queue', where: 'j', clock: 'q' },
        },
        {
          kind: 'attempt',
          fields: { queue: 'celery', job_id: 'task-Ev0D', attempt: 1, ...fields },
          provenance: { source: 'queue', where: 'r', clock: 'q' },
        },
      ] as never,
      ...{ gaps: [], coverage: [] },
    }),
  });
  const finished_at = Date.parse('2026-11-30T12:52:12.140Z');
  const both = ['celery-again.log', 'celery-killed.log'];
  const kept = told({ exactness: 'last-only', outcome: 'failed', instance_id: 'w2@h', finished_at });
  const [first, second, ...none] = await attempts('Ev0D', both, utc, [kept]);
  expect(none).toEqual([]);
  expect(first).not.toHaveProperty('finished_at');
  expect(second).toMatchObject({ attempt: 2, instance_id: 'w2@h', outcome: 'failed' });
  const exact = told({ exactness: 'exact', outcome: 'lost', instance_id: 'w1@h' });
  expect((await attempts('Ev0D', both, utc, [exact]))[0]).toMatchObject({ attempt: 1, instance_id: 'w1@h' });
});

it('is named by `logs check`, which asks for no number of the attempt', async () => {
  const [file] = await findLogFiles([join(folder, 'sidekiq.log')], folder);
  const checked = await checkLog(file as never, noFieldMap, 1000, new AbortController().signal, () => {});
  expect(checked.forms.map(({ form }) => form)).toContain('sidekiq');
  expect(checked.kinds).toEqual([{ kind: 'attempt', count: 8 }]);
  expect(checked.missing.map(({ field }) => field)).not.toContain('attempt attempt');
});

it('holds whatever a worker writes, and never shows what a task said', async () => {
  const at = tempFolder();
  mkdirSync(at, { recursive: true });
  const line = fc.tuple(
    fc.constantFrom('received', 'succeeded in 1.5s: ', 'raised unexpected: ', 'retry: Retry in 3s: ', 'rejected', ''),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
      const text = lines.map(
        ([said, more]) =>
          `[2026-11-30 12:52:07,090: INFO/MainProcess] Task a.b[id-123456789] ${said}${more.replaceAll('\n', ' ')}`,
      );
      writeFileSync(join(at, 'a.log'), `${text.join('\n')}\n`);
      const found = await attempts('job:celery/id-123456789', ['a.log'], utc, [], at);
      expect(found.length).toBeLessThanOrEqual(lines.length + 1);
      for (const { error_code = 'X' } of found) expect(error_code).toMatch(/^[A-Z]\w*$/);
    }),
    { numRuns: 60 },
  );
});
