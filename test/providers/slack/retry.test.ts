import { expect, test } from 'vitest';
import { slack } from '../../../src/providers/slack.ts';

const { retry, retryReasons, retries } = slack('slack');
const signed = { 'X-Slack-Signature': 'v0=…' };

test('the number and the reason are found in any case', () => {
  expect(retry({ ...signed, 'X-Slack-Retry-Num': '2', 'X-Slack-Retry-Reason': 'http_timeout' })).toEqual({
    attempt: 2,
    reason: 'http_timeout',
  });
  expect(retry({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'ssl_error' }).attempt).toBe(1);
});

test('no mark on a request of Slack is the first attempt; no headers at all are no statement', () => {
  expect(retry(signed)).toEqual({ attempt: 0, reason: undefined });
  expect(retry({})).toEqual({ attempt: undefined, reason: undefined });
});

test('over a socket the mark stands in the envelope', () => {
  expect(retry({}, { envelope_id: 'e', retry_attempt: 0, retry_reason: '' })).toEqual({
    attempt: 0,
    reason: undefined,
  });
  expect(retry({}, { envelope_id: 'e', retry_attempt: 3, retry_reason: 'timeout' })).toEqual({
    attempt: 3,
    reason: 'timeout',
  });
});

test('a number that is none is not guessed, an unknown reason is kept', () => {
  expect(retry({ ...signed, 'x-slack-retry-num': 'two', 'x-slack-retry-reason': 'new_reason' })).toEqual({
    attempt: undefined,
    reason: 'new_reason',
  });
});

test('every documented reason has a meaning, and so has the word of Socket Mode', () => {
  const documented = [
    'http_timeout',
    'too_many_redirects',
    'connection_failed',
    'ssl_error',
    'http_error',
    'unknown_error',
  ];
  expect(Object.keys(retryReasons).sort()).toEqual([...documented, 'timeout'].sort());
});

test('two reasons say that the attempt before may never have reached the app', () => {
  expect(retries?.unreachedReasons).toEqual(['connection_failed', 'ssl_error']);
});

test('the schedule: three retries in a little over six minutes, a day more with delayed events', () => {
  expect(retries?.retryGapsMs).toEqual([0, 60_000, 300_000]);
  expect(retries?.horizonMs).toBe(369_000);
  expect(Number(retries?.extendedHorizonMs) - Number(retries?.horizonMs)).toBe(86_400_000);
});
