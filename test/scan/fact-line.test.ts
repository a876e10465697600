// Which lines are facts, which fields of them can be used, and is the reader told about the others?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineKinds } from '../../src/model/fact-fields.ts';
import { readFactLine } from '../../src/scan/fact-line.ts';

const at = '2026-11-02T09:15:00.000Z';
const read = (line: object | string) =>
  readFactLine(typeof line === 'string' ? line : JSON.stringify(line), 'log', 'app.log:7', 'app.log');
const fieldsOf = (line: object | string) => {
  const result = read(line);
  if (result.kind !== 'fact') throw new Error(JSON.stringify(result));
  return {
    fields: result.observation.fields as Record<string, unknown>,
    problems: result.problems,
    provenance: result.observation.provenance,
  };
};

describe('a fact line', () => {
  it.each(lineKinds)('of kind %s', (kind) => {
    expect(fieldsOf({ dedupe: kind, at, event_id: 'Ev1' })).toMatchObject({
      fields: { event_id: 'Ev1' },
      problems: [],
    });
  });

  it('knows its place and whose clock wrote it', () => {
    expect(fieldsOf({ dedupe: 'run', at }).provenance).toEqual({ source: 'log', where: 'app.log:7', clock: 'app.log' });
    expect(fieldsOf({ dedupe: 'run', at, instance_id: 'app-1' }).provenance.clock).toBe('app-1');
  });

  it.each([
    ['a container name', 'app-1  | '],
    ['a time', '2026-11-02T09:15:00Z stdout F '],
    ['colours', '\u001b[32minfo\u001b[0m '],
    ['labels in braces', '{app="bot"} '],
    ['a byte order mark', '\ufeff'],
    ['half an object', '{"a": '],
  ])('may have %s before the JSON', (_, prefix) => {
    expect(fieldsOf(`${prefix}${JSON.stringify({ dedupe: 'run', at, run_id: 'r' })}`).fields).toMatchObject({
      run_id: 'r',
    });
  });

  it('takes numbers for ids, codes and times, and text for counts', () => {
    const { fields, problems } = fieldsOf({
      dedupe: 'call',
      at: 1793610900000,
      job_id: 7,
      queue: 1,
      status: '201',
      error_code: 500,
      pid: 4242,
    });
    expect(problems).toEqual([]);
    expect(fields).toMatchObject({
      at: 1793610900000,
      job_id: '7',
      queue: '1',
      status: 201,
      error_code: '500',
      pid: '4242',
    });
  });

  it.each([['1793610900.000100'], [1793610900.0001], ['1793610900000100'], [1793610900000100]])(
    'reads the ts %s',
    (ts) => {
      expect(fieldsOf({ dedupe: 'delivery', at, channel: 'C1', ts }).fields.ts).toBe('1793610900.000100');
    },
  );

  it('takes null and empty text for "not logged"', () => {
    const { fields, problems } = fieldsOf({
      dedupe: 'delivery',
      at,
      retry_reason: '',
      event_subtype: null,
      delivery_id: '',
    });
    expect([Object.keys(fields), problems]).toEqual([['at'], []]);
  });

  it('ignores what it does not know, however deep or odd', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    expect(fieldsOf(`{"dedupe":"run","at":"${at}","payload":${deep},"tags":[1,{}]}`).fields).toEqual({
      at: 1793610900000,
    });
  });

  it('cannot reach the prototype', () => {
    const { fields } = fieldsOf(
      `{"dedupe":"run","at":"${at}","__proto__":{"run_id":"evil","polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    );
    expect(Object.keys(fields)).toEqual(['at']);
    expect(fields.run_id).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('a bad field', () => {
  it.each([
    ['a word that is not known', { outcome: 'fine' }, 'outcome: known are done, failed, unknown'],
    [
      'an id that JSON has rounded',
      { run_id: 2 ** 64 },
      'run_id: the number is too large to be read exactly: write it as text',
    ],
    ['an object for an id', { run_id: { a: 1 } }, 'run_id: not a value that this field can have'],
    [
      'a time in seconds',
      { finished_at: 1793610900 },
      'finished_at: not a time: ISO 8601 with a zone, or epoch milliseconds',
    ],
    [
      'a time without a zone',
      { started_at: '2026-11-02T09:15:00' },
      'started_at: not a time: ISO 8601 with a zone, or epoch milliseconds',
    ],
  ])('is left out and reported: %s', (_, fields, problem) => {
    const result = fieldsOf({ dedupe: 'run', at, listener: 'message', ...fields });
    expect(result.problems).toEqual([problem]);
    expect(result.fields).toMatchObject({ listener: 'message' });
    expect((Object.keys(fields)[0] as string) in result.fields).toBe(false);
  });

  it.each([{ retry_num: -1 }, { retry_num: 1.5 }, { retry_num: '1e3' }, { status: true }])(
    'is a count like %o',
    (fields) => {
      expect(fieldsOf({ dedupe: 'delivery', at, ...fields }).problems).toHaveLength(1);
    },
  );

  it('is never repeated in the report: it can be anything', () => {
    const { problems } = fieldsOf({ dedupe: 'delivery', at, transport: 'xox\u001b[2J', status: 'zzz' });
    expect(problems.join()).not.toMatch(/xox|zzz/);
    expect(problems).toHaveLength(2);
  });
});

describe('a line meant as a fact and unusable', () => {
  it.each([
    ['an unknown kind', { dedupe: 'handler', at }, 'names the kind "handler"'],
    ['a kind of the ledger only', { dedupe: 'operation', at }, 'names the kind "operation"'],
    ['no time', { dedupe: 'run', run_id: 'r' }, 'has no time that can be read'],
    ['a time in seconds only', { dedupe: 'run', at: 1793610900 }, 'has no time that can be read (at: not a time'],
    ['broken JSON', `{"dedupe":"run","at":"${at}"`, 'is not JSON'],
    ['JSON with words behind it', `{"dedupe":"run","at":"${at}"} done`, 'is not JSON'],
  ])('has %s', (_, line, reason) => {
    const result = read(line);
    expect(result.kind === 'broken' && result.reason).toContain(reason);
  });
});

describe('another line', () => {
  it.each([
    [''],
    ['task created'],
    ['{"msg":"dedupe"}'],
    [{ dedupe: true, at }],
    [{ dedupe: 1 }],
    [{ dedupe: ['run'] }],
    [{ run: { dedupe: 'run' } }],
    [[{ dedupe: 'run', at }]],
    ['{broken'],
    ['null'],
    ['dedupe run'],
  ])('%j', (line) => expect(read(line as string).kind).not.toBe('fact'));

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"dedupe":"run","at":"${at}","x":${json}}`),
        ),
        (line) => {
          expect(['fact', 'broken', 'other']).toContain(read(line).kind);
        },
      ),
    );
  });
});
