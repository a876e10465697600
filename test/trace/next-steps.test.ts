// Does an answer that is open name the target or the tables that would settle it, and one that is not open none of them?
import { expect, test } from 'vitest';
import type { TraceDocument } from '../../src/model/trace-document.ts';
import { folder } from '../commands/examined.ts';
import { runMain } from '../run-main.ts';

const delivery = (id: string, more: object = {}) => ({
  ...{ dedupe: 'delivery', at: '2026-11-28T09:00:00Z', event_id: id, delivery_id: `d-${id}`, workspace_id: 'T1' },
  ...{ answered_at: '2026-11-28T09:00:00.1Z', status: 200, ...more },
});
const call = (id: string, more: object) => ({
  ...{ dedupe: 'call', call_id: `c-${id}`, event_id: id, target: 'redmine', operation: 'create' },
  ...{ at: '2026-11-28T09:00:01Z', finished_at: '2026-11-28T09:00:03Z', outcome: 'unknown', ...more },
});
const end = { dedupe: 'lifecycle', at: '2026-11-29T11:00:00Z', what: 'stopped', instance_id: 'x' };
const configured = 'targets: { redmine: { url: "http://127.0.0.1:9", project: ops, key_field: 7 } }';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 9, 0, seconds)).toISOString();

async function next(lines: readonly object[], words: readonly string[], files: Record<string, string> = {}) {
  const text = [...lines, end].map((line) => JSON.stringify(line)).join('\n');
  const cwd = folder({ 'app.jsonl': `${text}\n`, ...files });
  const argv = ['trace', ...words, '--logs', 'app.jsonl', '--format', 'json'];
  const { stdout } = await runMain(argv, { cwd, env: { REDMINE_API_KEY: 'x' } });
  const { verdict, next: steps, gaps } = JSON.parse(stdout) as TraceDocument;
  return { verdict, steps, gaps };
}

test('a request without an answer: which targets there are, and with one the question that proves it', async () => {
  const lines = [delivery('Ev1'), call('Ev1', { source_event_key: 'slack:T1:Ev1' })];
  const bare = await next(lines, ['Ev1']);
  expect([bare.verdict, bare.steps.includes('dedupe targets')]).toEqual(['unknown-result', true]);
  const { steps } = await next(lines, ['Ev1', '--config', 'c.yaml'], { 'c.yaml': configured });
  expect(steps).not.toContain('dedupe targets');
  expect(steps).toContain(
    `dedupe reconcile --key slack:T1:Ev1 --target redmine --sent-at ${at(1)} --first-sent-at ${at(1)} --config c.yaml`,
  );
});

test('the question covers all tries of the key, and names a first one only where the log begins with it', async () => {
  const tried = async (...more: object[]) => {
    const key = { source_event_key: 'slack:T1:Ev1' };
    const tries = more.map((one, i) => call('Ev1', { ...key, call_id: `c${i}`, ...one }));
    const { steps } = await next([delivery('Ev1'), ...tries], ['Ev1', '--config', 'c.yaml'], { 'c.yaml': configured });
    return steps.filter((step) => step.startsWith('dedupe reconcile'));
  };
  const [first, second] = [{ at: at(1) }, { at: at(40) }];
  const asked = 'dedupe reconcile --key slack:T1:Ev1 --target redmine';
  expect(await tried(first, second)).toEqual([`${asked} --sent-at ${at(40)} --first-sent-at ${at(1)} --config c.yaml`]);
  expect(await tried({ ...first, outcome: 'refused' }, second)).toEqual([
    `${asked} --sent-at ${at(40)} --first-sent-at ${at(1)} --config c.yaml`,
  ]);
  expect(await tried({ ...first, attempt: 2 }, { ...second, attempt: 3 })).toEqual([
    `${asked} --sent-at ${at(40)} --config c.yaml`,
  ]);
  expect(await tried(first, { at: undefined })).toEqual([`${asked} --config c.yaml`]);
});

test('a key that is no plain word is not made a part of a command', async () => {
  const lines = [delivery('Ev1'), call('Ev1', { source_event_key: 'k; rm -rf ~ \u001b[31m' })];
  const { steps } = await next(lines, ['Ev1', '--config', 'c.yaml'], { 'c.yaml': configured });
  expect(steps.filter((step) => step.includes('reconcile') || step.includes('rm -rf'))).toEqual([]);
});

test('nothing shows what was made: own tables, targets, and where a target is configured the key that it needs', async () => {
  const bare = await next([delivery('Ev1')], ['Ev1']);
  expect(bare.verdict).toBe('inconclusive');
  expect(bare.steps).toEqual(expect.arrayContaining(['dedupe targets', 'dedupe init --database postgres://…']));
  const { steps, gaps } = await next([delivery('Ev1')], ['Ev1', '--config', 'c.yaml'], { 'c.yaml': configured });
  expect(gaps).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ source: 'target', reason: expect.stringContaining('redmine was not asked') }),
    ]),
  );
  expect(steps).toContain('dedupe trace KEY --config c.yaml --logs app.jsonl');
});

test('an answer that is not open names neither', async () => {
  const made = { dedupe: 'record', target: 'redmine', record_id: '7', event_id: 'Ev1', at: '2026-11-28T09:00:02Z' };
  const lines = [delivery('Ev1'), call('Ev1', { outcome: 'done', result_id: '7' }), made];
  const { verdict, steps } = await next(lines, ['Ev1']);
  expect([verdict, steps.filter((step) => /targets|init/.test(step))]).toEqual(['single', []]);
});
