// What identifies a delivery of GitHub, and that nobody repeats it by itself.
import { describe, expect, it } from 'vitest';
import { repeatsByItself } from '../../src/model/provider.ts';
import { github } from '../../src/providers/github.ts';

const { read, retry, retries, parse, subjectFromReference } = github('github');
const guid = '72d3162e-cc78-11e3-81ab-4c9367dc0958';
const headers = { 'X-GitHub-Event': 'issues', 'X-GitHub-Delivery': guid, 'X-GitHub-Hook-ID': '292430182' };
const repository = { full_name: 'birch/desk', owner: { login: 'birch' } };
const opened = {
  action: 'opened',
  repository,
  sender: { login: 'ash', type: 'User' },
  issue: { number: 7, title: 'secret words' },
};

describe('a delivery of GitHub', () => {
  it('has the GUID as its key, within the account, and the issue as its subject', () => {
    expect(read(opened, headers)).toEqual({
      key: { eventId: guid, workspaceId: 'birch', provider: 'github' },
      appId: undefined,
      type: 'issues',
      subtype: 'opened',
      eventTime: undefined,
      subject: 'github:birch/desk#7',
      fields: {
        event_type: 'issues',
        event_subtype: 'opened',
        subject: 'github:birch/desk#7',
        actor: 'ash',
        subscription_id: '292430182',
      },
    });
  });

  it('says which app it is for, since one GUID can reach two', () => {
    const target = {
      'x-github-hook-installation-target-type': 'integration',
      'x-github-hook-installation-target-id': '99',
    };
    expect(read(opened, { ...headers, ...target })?.appId).toBe('99');
    expect(
      read(opened, { ...headers, ...target, 'x-github-hook-installation-target-type': 'repository' })?.appId,
    ).toBeUndefined();
  });

  it.each([
    [
      'a comment is an object of its own',
      { issue: { number: 7 }, comment: { id: 5001 } },
      'github:birch/desk#7:comment:5001',
    ],
    ['a review too', { pull_request: { number: 8 }, review: { id: 31 } }, 'github:birch/desk#8:review:31'],
    ['a push is its newest commit', { after: '9f2c41d' }, 'github:birch/desk:commit:9f2c41d'],
    ['a release has an id', { release: { id: 12 } }, 'github:birch/desk:release:12'],
    ['what names nothing has no subject', {}, undefined],
  ])('%s', (_, parts, subject) => {
    expect(read({ repository, ...parts }, headers)?.subject).toBe(subject);
  });

  it('is told apart from what reports nothing', () => {
    expect(read({ zen: 'Design for failure.' }, { ...headers, 'X-GitHub-Event': 'ping' })).toBeUndefined();
    expect(read(opened, {})).toBeUndefined();
    expect(read('text', headers)).toBeUndefined();
  });

  it('marks what a bot did', () => {
    expect(read({ ...opened, sender: { login: 'desk[bot]', type: 'Bot' } }, headers)?.fields.bot_id).toBe('desk[bot]');
  });

  it('can come as a form', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from(new URLSearchParams({ payload: JSON.stringify(opened) }).toString());
    expect(parse({ headers: form, body })).toEqual(opened);
    expect(parse({ headers: {}, body: Buffer.from('{') })).toBeUndefined();
  });
});

describe('a repeat by GitHub', () => {
  it('never comes by itself: ten seconds, then only by hand for three days', () => {
    expect(retries && repeatsByItself(retries)).toBe(false);
    expect(retries).toMatchObject({ ackDeadlineMs: 10_000, horizonMs: 10_000, extendedHorizonMs: 259_200_000 });
  });

  it('bears no mark', () => {
    expect(retry(headers)).toEqual({ attempt: undefined, reason: undefined });
  });
});

it('reads an issue as a reference', () => {
  expect(subjectFromReference('github:birch/desk#7')).toBe('github:birch/desk#7');
  expect(subjectFromReference('birch/desk#7')).toBeUndefined();
});
