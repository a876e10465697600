// Are objects read that Python and Node print in their own way, where messages of a queue stand in them?
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unfold } from '../../../src/scan/line-forms/unfold.ts';

const time = '2026-11-02T09:15:00.150Z';
const request = '5c2f8f0a-3c1b-4b0e-9a52-0d0c6a1f7b11';

describe('an object that a program printed', () => {
  const message = { messageId: 'm1', receiptHandle: 'h', body: '{"event_id":"Ev0FORM1"}', attributes: { Count: '1' } };

  it.each([
    [
      'Python',
      `[INFO]\t${time}\t${request}\t{'Records': [{'messageId': 'm1', 'receiptHandle': 'h', 'body': '{"event_id":"Ev0FORM1"}', 'attributes': {'Count': '1'}}]}`,
    ],
    [
      'Node',
      `${time}\t${request}\tINFO\t{ Records: [ { messageId: 'm1', receiptHandle: "h", body: '{"event_id":"Ev0FORM1"}', attributes: { Count: '1' } } ] }`,
    ],
  ])('by %s is read where it holds messages', (_, line) => {
    const { record, forms } = unfold(line);
    expect(forms.at(-1)).toBe('literal');
    expect(record).toMatchObject({ Records: [message], request_id: request });
  });

  it('as bytes by Python is what came over the network', () => {
    const answer = String.raw`b'{"Messages":[{"MessageId":"m1","ReceiptHandle":"h","Body":"{\\"event_id\\":\\"Ev0FORM1\\"}"}]}'`;
    const read = unfold(answer);
    expect(read.record).toEqual({
      Messages: [{ MessageId: 'm1', ReceiptHandle: 'h', Body: '{"event_id":"Ev0FORM1"}' }],
    });
    expect(unfold(answer.slice(0, -9)).forms).toEqual(['text']);
  });

  it.each([
    ['cut off', "{'Records': [{'messageId': 'm1', 'receiptHandle': 'h"],
    ['in which something else stands', "{'receiptHandle': <object at 0x7f>}"],
    ['without any message', "{'Records': []}"],
  ])('is left as text when %s', (_, line) => {
    expect(unfold(line).forms).toEqual(['text']);
  });

  it('is never the reason that a reader fails', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]'"`:,.\\xu0-9a receiptHandle]*$/), (text) => {
        unfold(`{'receiptHandle': ${text}`);
      }),
    );
  });
});
