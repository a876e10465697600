// Does every spelling of an identifier in a log hold the bytes that are looked for?
import { describe, expect, it } from 'vitest';
import { needleOf } from '../../src/scan/needles.ts';

const lineWith = (fields: object) => JSON.stringify(fields);

describe('the bytes of an identifier stand in', () => {
  const message = { type: 'subject', value: 'slack:C1:1793610900.000100' } as const;

  it.each([
    ['an event id', { type: 'event_id', value: 'Ev08SAMPLE1' }, lineWith({ event_id: 'Ev08SAMPLE1' })],
    ['a ts', message, lineWith({ channel: 'C1', ts: '1793610900.000100' })],
    ['a ts without its dot', message, lineWith({ ts: '1793610900000100' })],
    ['a ts as a number, which loses its zeros', message, lineWith({ ts: 1793610900.0001 })],
    ['a subject', message, lineWith({ subject: message.value })],
    [
      'a reaction',
      { type: 'subject', value: `${message.value}:reaction:eyes:U7` },
      lineWith({ ts: '1793610900.000100' }),
    ],
    ['a view', { type: 'subject', value: 'slack:view:V08ABC:action:save' }, lineWith({ view_id: 'V08ABC' })],
    ['a message id', { type: 'subject', value: 'slack:message:0f1e-22' }, lineWith({ client_msg_id: '0f1e-22' })],
    ['an execution', { type: 'subject', value: 'slack:function:Fx12' }, lineWith({ function_execution_id: 'Fx12' })],
    ['a job', { type: 'job', value: 'mail/out/7' }, lineWith({ queue: 'mail/out', job_id: '7' })],
    ['a record', { type: 'record', value: 'jira/OPS-41' }, lineWith({ result_id: 'OPS-41' })],
    ['a counted request', { type: 'delivery_id', value: 'request:7@a1/41' }, lineWith({ pid: 41, req: { id: 7 } })],
    ['a request', { type: 'delivery_id', value: 'request:0f1e-22-33' }, lineWith({ reqId: '0f1e-22-33' })],
    [
      'a key with slashes that a logger escapes',
      { type: 'source_event_key', value: 'github:o/repo#7' },
      '{"source_event_key":"github:o\\/repo#7"}',
    ],
    [
      'a key with letters that a logger escapes',
      { type: 'source_event_key', value: 'crm:Größe:12345' },
      '{"source_event_key":"crm:Gr\\u00f6\\u00dfe:12345"}',
    ],
  ] as const)('%s', (_, identifier, line) => {
    const needle = needleOf(identifier);
    expect(needle?.text).toMatch(/./);
    expect(line).toContain(needle?.text);
  });

  it('have a second text beside them where they are short', () => {
    expect(needleOf({ type: 'job', value: 'mail/7' })).toEqual({ text: '7', bounded: true, beside: 'mail' });
    expect(needleOf({ type: 'job', value: 'mail/1234567' })?.beside).toBeUndefined();
  });

  it('are none where nothing in it is safe to look for', () => {
    expect(needleOf({ type: 'run_id', value: '///' })).toBeUndefined();
  });
});
