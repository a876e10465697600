// A sender out of the configuration: its key, its repeats, and what is not said of it.
import { describe, expect, it } from 'vitest';
import { type Provider, repeatsByItself } from '../../src/model/provider.ts';
import type { ProviderDescription } from '../../src/model/provider-description.ts';
import { describedProvider, providersWith } from '../../src/providers/described.ts';

const nothing: ProviderDescription = {
  title: undefined,
  eventId: 'id',
  scope: undefined,
  type: undefined,
  subject: undefined,
  retryNum: undefined,
  retryReason: undefined,
  answerWithinMs: undefined,
  retryGapsMs: undefined,
  horizonMs: undefined,
  documentation: undefined,
};
const acme: ProviderDescription = {
  ...nothing,
  title: 'Acme',
  eventId: 'header:X-Acme-Delivery',
  scope: 'account.id',
  type: 'header:x-acme-event',
  subject: 'data.object.id',
  retryNum: 'header:X-Acme-Attempt',
  retryReason: 'header:X-Acme-Reason',
  answerWithinMs: 5_000,
  retryGapsMs: [60_000, 3_600_000],
};
const headers = {
  'x-acme-delivery': 'D-1',
  'X-ACME-EVENT': 'order.created',
  'X-Acme-Attempt': '1',
  'X-Acme-Reason': 'timeout',
};
const payload = { account: { id: 42 }, data: { object: { id: 'ord_7', note: 'some text' } } };

describe('a described sender', () => {
  const { read, retry, retries, title } = describedProvider('acme', acme);

  it('has its key, scope, type and subject where the description says', () => {
    expect(read(payload, headers)).toMatchObject({
      key: { eventId: 'D-1', workspaceId: '42', provider: 'acme' },
      type: 'order.created',
      subject: 'acme:ord_7',
    });
    expect(title).toBe('Acme');
  });

  it('keeps one subject where several databases share it', () => {
    expect(describedProvider('acme.second', acme).read(payload, headers)).toMatchObject({
      key: { provider: 'acme.second' },
      subject: 'acme:ord_7',
    });
  });

  it('is no event without its id, and never takes prose for one', () => {
    expect(read(payload, {})).toBeUndefined();
    expect(describedProvider('acme', { ...acme, eventId: 'data.object.note' }).read(payload, headers)).toBeUndefined();
  });

  it('says which attempt it is', () => {
    expect(retry(headers)).toEqual({ attempt: 1, reason: 'timeout' });
    expect(retry({ 'x-acme-attempt': 'first' })).toEqual({ attempt: undefined, reason: undefined });
  });

  it('repeats until the waits and the attempts are over', () => {
    expect(retries).toMatchObject({ ackDeadlineMs: 5_000, retryGapsMs: [60_000, 3_600_000], horizonMs: 3_675_000 });
  });
});

describe('what the description leaves out', () => {
  const scheduleOf = (parts: Partial<ProviderDescription>) =>
    describedProvider('acme', { ...nothing, ...parts }).retries;

  it('is not known, which is not "never"', () => {
    expect(scheduleOf({})).toBeUndefined();
    const unlisted = scheduleOf({ horizonMs: 86_400_000 });
    expect(unlisted && repeatsByItself(unlisted)).toBe(true);
    expect(unlisted?.ackDeadlineMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('is "never" where the list of repeats is empty', () => {
    const none = scheduleOf({ retryGapsMs: [] });
    expect(none && repeatsByItself(none)).toBe(false);
  });
});

it('stands before a sender that is known under the same name, beside all others', () => {
  const providerOf = providersWith({ acme, 'standard-webhooks': { ...nothing, title: 'Our sender' } });
  const titleOf = (id: string): Provider['title'] | undefined => providerOf(id)?.title;
  expect(['acme', 'acme.eu', 'standard-webhooks', 'slack', 'constructor', '__proto__'].map(titleOf)).toEqual([
    'Acme',
    'Acme',
    'Our sender',
    'Slack',
    undefined,
    undefined,
  ]);
  expect(providersWith(undefined)('acme')).toBeUndefined();
});
