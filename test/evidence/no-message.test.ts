// What looks like a message of SQS and is none: is it no job, and a request beside it still an arrival?
import { describe, expect, it } from 'vitest';
import { logOf, tracedLog } from './traced.ts';

const start = Date.UTC(2026, 10, 20, 19, 37, 0);
const iso = (ms: number) => new Date(start + ms).toISOString();

describe('no message', () => {
  it.each([
    ['an e-mail', { time: start, messageId: '<1@host>', event_id: 'EvMSG00A', attributes: { count: '2' } }],
    ['one of another system', { time: start, messageId: '12345678', publishTime: iso(0), event_id: 'EvMSG00A' }],
  ])('is %s with an id of that name', async (_, line) => {
    const { document } = await tracedLog('EvMSG00A', logOf([line]));
    expect(document.facts.filter(({ kind }) => kind === 'attempt' || kind === 'job')).toEqual([]);
  });

  it('leaves a request that took none as an arrival', async () => {
    const request = '11111111-1111-4111-8111-111111111111';
    const lines = [
      `${iso(100)} START RequestId: ${request} Version: $LATEST`,
      `${iso(105)}\t${request}\tINFO\t{"event_id":"EvMSG00A"}`,
      `${iso(900)} REPORT RequestId: ${request}\tDuration: 800.00 ms\t`,
    ];
    const { document } = await tracedLog('EvMSG00A', logOf(lines));
    expect(document.facts.map(({ kind }) => kind)).toEqual(['delivery', 'run']);
  });
});
