// Is an event of CloudTrail read for what was asked of a service, and for nobody who asked?
import { expect, it } from 'vitest';
import { unfold } from '../../../src/scan/line-forms/unfold.ts';

const time = '2026-11-02T09:15:00.150Z';

it('an event of CloudTrail says when and what was asked, and no one', () => {
  const event = { eventVersion: '1.11', eventID: '1', eventTime: time, eventSource: 'sqs.amazonaws.com' };
  const line = { ...event, userIdentity: { userName: 'somebody' }, requestParameters: { queueUrl: 'https://x/1/q' } };
  const { record, forms } = unfold(JSON.stringify(line));
  expect(forms).toEqual(['cloudtrail', 'json']);
  expect(record).toEqual({ time, requestParameters: line.requestParameters });
  expect(unfold(JSON.stringify({ ...line, eventSource: 'app' })).forms).toEqual(['json']);
});
