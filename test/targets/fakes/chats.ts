// Linear's GraphQL and Slack's Web API. Shapes from their published schema and reference.

import { linearIssueId } from '../../../src/targets/linear/issue-id.ts';
import { linear } from '../../../src/targets/linear.ts';
import { slack } from '../../../src/targets/slack.ts';
import type { Subject } from '../subject.ts';
import { created, oneForEach, opening, paged, playOver, saying, type Thing } from './store.ts';

const failed = (message: string, code: string) => ({
  status: 200,
  body: { data: null, errors: [{ message, extensions: { code } }] },
});

export const linearSubject: Subject = {
  name: 'linear',
  further: saying(({ data }) => ({
    data: { ...(data as object), issues: { nodes: [], pageInfo: { hasNextPage: true } } },
  })),
  bin: 'shown',
  without: oneForEach,
  play: playOver(
    ({ json }, kept) => {
      const { query, variables } = json();
      const node = ({ n, key, closed, deleted }: Thing) => ({
        id: linearIssueId(key),
        identifier: `OPS-${n}`,
        url: `https://linear.example/OPS-${n}`,
        createdAt: created,
        trashed: deleted || null,
        completedAt: closed ? created : null,
        canceledAt: null,
        creator: { id: 'u-1', displayName: 'Ann Bot' },
      });
      if (query.includes('issueCreate')) {
        const { id, description } = variables.input;
        if (kept.all.some(({ key }) => linearIssueId(key) === id))
          return failed('conflict on insert of Issue', 'INPUT_ERROR');
        const thing = kept.add(description);
        return { status: 200, body: { data: { issueCreate: { success: true, issue: node(thing) } } } };
      }
      if (query.includes('teams('))
        return { status: 200, body: { data: { teams: { nodes: kept.isHidden ? [] : [{ key: 'OPS' }] } } } };
      if (variables.key !== undefined)
        return { status: 200, body: { data: { issues: { nodes: kept.visible().slice(0, 3).map(node) } } } };
      const everything = query.includes('includeArchived: true') ? kept.deleted() : [];
      const nodes = [...kept.visible(), ...everything]
        .filter(({ key }) => !kept.isBlind && linearIssueId(key) === variables.id)
        .map(node);
      return { status: 200, body: { data: { issues: { nodes } } } };
    },
    ({ body }) => body.includes('issueCreate'),
  ),
  open: opening(linear, 'LINEAR_API_KEY', (url) => ({ url: `${url}/graphql`, team: 'OPS' })),
  request: (key) => ({
    query: 'mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { identifier url } } }',
    // The fake keeps the key where a person would not look for it.
    variables: { input: { id: linearIssueId(key), teamId: 't', title: 'x', description: key } },
  }),
};

const parent = '1732900000.000100';

export const slackSubject: Subject = {
  name: 'slack',
  further: saying(() => ({ has_more: true })),
  without: {
    'a key that is sent is found by itself, and one that could not be is not sent':
      'the key names its message, and is compared on this side',
    'a key that systems trim or break is not sent': 'metadata is kept as it is',
    'an ignored filter is seen, and nothing follows from it': 'the thread is filtered on this side',
    'a filter that finds nothing, whatever is there, is seen': 'the thread is filtered on this side',
    'what the index does not know yet is never proven absent': 'the thread is the primary store',
    'a closed object counts': 'a message is not closed',
  },
  play: playOver(
    ({ path, body }, kept) => {
      const args = new URLSearchParams(body);
      if (path === '/api/chat.postMessage') {
        const { event_payload } = JSON.parse(args.get('metadata') ?? '{}');
        const { n } = kept.add(event_payload.source_event_key);
        const message = { ts: tsOf(n), bot_id: 'B1', metadata: JSON.parse(args.get('metadata') ?? '{}') };
        return { status: 200, body: { ok: true, channel: 'C9', ts: tsOf(n), message } };
      }
      if (kept.isHidden) return { status: 200, body: { ok: false, error: 'not_in_channel' } };
      const own = kept.visible().map(({ n, key, title }) => ({
        type: 'message',
        ts: tsOf(n),
        bot_id: 'B1',
        text: title,
        metadata: { event_type: 'dedupe', event_payload: { source_event_key: key } },
      }));
      const all = [
        { type: 'message', ts: parent, user: 'U1', text: 'help' },
        { type: 'message', ts: '1732900000.000200', user: 'U1' },
        ...own,
      ];
      const { rows, next } = paged(all, Number(args.get('cursor') ?? 0), Number(args.get('limit')));
      const more = next === undefined ? {} : { response_metadata: { next_cursor: String(next) } };
      return { status: 200, body: { ok: true, messages: rows, has_more: next !== undefined, ...more } };
    },
    ({ path }) => path === '/api/chat.postMessage',
  ),
  open: opening(slack, 'SLACK_BOT_TOKEN', (url) => ({ url: `${url}/api`, channel: 'C9' })),
  request: (key) => ({
    channel: 'C9',
    thread_ts: parent,
    text: 'x',
    metadata: { event_type: 'dedupe', event_payload: { source_event_key: key } },
  }),
  elsewhere: (key) => ({
    channel: 'C9',
    text: 'x',
    metadata: { event_type: 'dedupe', event_payload: { source_event_key: key } },
  }),
};

function tsOf(n: number): string {
  return `17329001${String(n).padStart(2, '0').slice(-2)}.${String(n).padStart(6, '0')}`;
}
