import { expect, test } from 'vitest';
import { slack } from '../../../src/providers/slack.ts';
import { clickOnMessage, command, eventCallback, message } from './payloads.ts';

const { parse } = slack('slack');
const form = 'application/x-www-form-urlencoded';
const request = (text: string, type?: string) => ({ headers: { 'Content-Type': type }, body: Buffer.from(text) });
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

test('events are JSON, with a content type or without', () => {
  const payload = JSON.parse(JSON.stringify(eventCallback(message)));
  expect(parse(request(JSON.stringify(payload), 'application/json'))).toEqual(payload);
  expect(parse(request(JSON.stringify(payload)))).toEqual(payload);
});

test('a command has its fields at the top', () => {
  expect(parse(request(encode(command), form))).toEqual(command);
});

test('interactivity is JSON in one field, also when a proxy adds a charset', () => {
  const text = encode({ payload: JSON.stringify(clickOnMessage) });
  expect(parse(request(text, `${form}; charset=utf-8`))).toEqual(clickOnMessage);
  expect(parse(request(text))).toEqual(clickOnMessage);
});

test('nothing rides in with a certificate check, which is not signed', () => {
  expect(parse(request(encode({ ...command, ssl_check: '1' }), form))).toEqual({ ssl_check: '1' });
});

test.each([
  ['broken JSON', request('{"type":', 'application/json')],
  ['a form where JSON is announced', request('a=b', 'application/json')],
  ['a payload that is not JSON', request('payload=x', form)],
  ['bytes that are no text', { headers: {}, body: Uint8Array.of(0x7b, 0xff, 0x7d) }],
])('%s is undefined, not an error', (_, broken) => {
  expect(parse(broken)).toBeUndefined();
});
