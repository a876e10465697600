// Manifests and templates with positions: JSON and YAML alike, tags as unknown values, and what is no such file.
import { describe, expect, it } from 'vitest';
import { at, itemsOf, textOf } from '../../../src/model/subscriptions/nodes.ts';
import { parseSubscriptionFile } from '../../../src/scan/subscriptions/parse.ts';

function kindOf(text: string, name = 'a.yaml') {
  const parsed = parseSubscriptionFile(name, text);
  return parsed.state === 'parsed' ? parsed.file.kind : parsed.state;
}

function rootOf(text: string, name = 'a.yaml') {
  const parsed = parseSubscriptionFile(name, text);
  if (parsed.state !== 'parsed') throw new Error(parsed.state);
  return parsed.file.root;
}

describe('the kind', () => {
  it('follows from the content', () => {
    expect(kindOf('display_information: {name: x}')).toBe('slack-manifest');
    expect(kindOf('settings: {socket_mode_enabled: true}')).toBe('slack-manifest');
    expect(kindOf('Transform: AWS::Serverless-2016-10-31\nResources: {}')).toBe('sam-template');
    expect(kindOf('Resources: {Q: {Type: "AWS::SQS::Queue"}}')).toBe('cloudformation-template');
    expect(kindOf('service: x\nprovider: {name: aws}\nfunctions: {}')).toBe('serverless-config');
    expect(kindOf('{"EventSourceMappings": []}', 'a.json')).toBe('live-triggers');
    expect(kindOf('[{"type": "Repository", "events": ["push"], "config": {"url": "https://a.test"}}]', 'a.json')).toBe(
      'live-triggers',
    );
  });

  it('is none for a file that is about something else', () => {
    for (const text of ['shopping: [milk]', '- a\n- b', 'just text', '{"name": "package", "version": "1"}', '[]'])
      expect(kindOf(text), text).toBe('other');
  });
});

describe('positions', () => {
  it('are those of the value, in YAML and in JSON', () => {
    const yaml = at(rootOf('display_information:\n  name: "Bot"\n'), 'display_information', 'name');
    expect(yaml?.location).toMatchObject({ file: 'a.yaml', line: 2, column: 9, endLine: 2, endColumn: 14 });
    const json = at(rootOf('{\n "display_information": {"name": "Bot"}}', 'a.json'), 'display_information', 'name');
    expect(json?.location).toMatchObject({ line: 2, column: 34 });
  });

  it('survive a byte order mark', () => {
    expect(at(rootOf('\ufeffdisplay_information: {name: x}'), 'display_information')?.location.line).toBe(1);
  });
});

describe('values', () => {
  it('that somebody else fills in are deferred, not empty', () => {
    const root = rootOf(
      'Resources:\n  Q: {Type: AWS::SQS::Queue}\n  A: !Ref Q\n  B: !GetAtt [Q, Arn]\n  C: "$' + '{env:X}"\n',
    );
    const shown = ['A', 'B', 'C'].map((key) => at(root, 'Resources', key));
    expect(shown.map((node) => node?.shape === 'deferred' && node.expression)).toEqual([
      '!Ref Q',
      '!GetAtt Q.Arn',
      ['$', '{env:X}'].join(''),
    ]);
  });

  it('follow anchors', () => {
    const root = rootOf(
      'display_information: {name: x}\nsettings: {event_subscriptions: {bot_events: &e [app_mention], user_events: *e}}',
    );
    expect(itemsOf(at(root, 'settings', 'event_subscriptions', 'user_events')).map(textOf)).toEqual(['app_mention']);
  });
});

describe('what is broken', () => {
  it.each([
    ['{"display_information": {"name": "x",}}', 'a.json', 'stops being JSON'],
    ['display_information: {name: x', 'a.yaml', ''],
    ['', 'a.yaml', 'empty'],
    [`${'['.repeat(300)}${']'.repeat(300)}`, 'a.json', 'nested'],
    [`a: &a [1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n${letters(5)}`, 'a.yaml', 'unfolds'],
  ])('%s', (text, name, reason) => {
    const parsed = parseSubscriptionFile(name, text);
    expect(parsed).toMatchObject({ state: 'broken', reason: expect.stringContaining(reason) });
  });

  it('never quotes what stands there', () => {
    const parsed = parseSubscriptionFile('a.yaml', 'a: "xoxb-invented\n');
    expect(JSON.stringify(parsed)).not.toContain('invented');
  });
});

/** Each line names the one before nine times: the classic bomb. */
function letters(count: number): string {
  const names = Array.from({ length: count }, (_, i) => String.fromCharCode(99 + i));
  return names
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${String.fromCharCode(98 + i)}`)
          .join(',')}]`,
    )
    .join('\n');
}
