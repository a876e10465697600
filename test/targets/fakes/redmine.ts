// Redmine 5.0 as its REST API answers, with its traps; shapes as recorded from a running one.

import { redmine } from '../../../src/targets/redmine.ts';
import type { Asked, Said } from '../fake-server.ts';
import type { Play, Subject } from '../subject.ts';
import { saying } from './store.ts';

interface Issue {
  readonly id: number;
  readonly subject: string;
  readonly closed: boolean;
  readonly key: string;
  readonly tracker?: number;
  readonly by?: number;
  readonly isPrivate?: boolean;
}

const field = 7;
const bot = 5;

/** How this Redmine is set up. */
export interface Setup {
  readonly visibility?: 'all' | 'default' | 'own';
  /** Trackers in which the role may view issues; default: all. */
  readonly views?: readonly number[];
  readonly trackers?: readonly number[];
  /** Trackers with the field. */
  readonly fieldIn?: readonly number[];
  /** The workflow keeps the field from being filled. */
  readonly readOnly?: boolean;
  readonly admin?: boolean;
  /** "Long text" knows no operators for equality: a sign before the value is a part of it. */
  readonly isLong?: boolean;
  readonly issues?: readonly Partial<Issue>[];
}

const older: Partial<Issue> = { key: '', by: 1 };

export function playRedmine({
  visibility = 'all',
  trackers = [1],
  views = trackers,
  fieldIn = trackers,
  readOnly = false,
  admin = false,
  isLong = false,
  issues: first = [older],
}: Setup = {}): Play {
  const issues: Issue[] = first.map((one, i) => ({ id: i + 1, subject: 'x', closed: false, key: '', ...one }));
  const state = { hidden: false, ignores: false, blind: false };
  const trackerOf = ({ tracker = 1 }: Issue) => tracker;

  function sees(one: Issue): boolean {
    if (admin) return true;
    const isOwn = (one.by ?? bot) === bot;
    return (
      views.includes(trackerOf(one)) && (visibility === 'all' || isOwn || (visibility === 'default' && !one.isPrivate))
    );
  }

  function shown(query: URLSearchParams): Issue[] {
    if (state.hidden) return [];
    const filter = query.get(`cf_${field}`);
    const seen = issues.filter(sees);
    const all = query.get('status_id') === '*' ? seen : seen.filter((one) => !one.closed);
    const tracker = query.get('tracker_id');
    const open = tracker === null ? all : all.filter((one) => String(trackerOf(one)) === tracker);
    if (query.get('sort') === 'id:desc') open.reverse();
    const [from, to] = /^><(.*)\|(.*)$/
      .exec(query.get('created_on') ?? '')
      ?.slice(1)
      .map(Date.parse) ?? [0, Infinity];
    if (query.has('created_on'))
      return open.filter((one) => createdAt(one) >= Number(from) && createdAt(one) <= Number(to));
    if (filter === null || state.ignores) return open;
    if (filter === '*') return open.filter((one) => one.key !== '');
    if (isLong || state.blind) return open.filter((one) => one.key === filter);
    if (filter.startsWith('!')) return open.filter((one) => one.key !== filter.slice(1));
    const wanted = filter.replace(/^=/, '').split('|');
    return open.filter((one) => wanted.includes(one.key));
  }

  function answer({ method, path, query, json, headers }: Asked): Said {
    if (headers['x-redmine-api-key'] !== 'key-of-a-test') return { status: 401 };
    if (method === 'POST') {
      const { issue } = json();
      const tracker = Number(issue.tracker_id ?? trackers[0]);
      const isKept = !readOnly && fieldIn.includes(tracker);
      const key = isKept ? (issue.custom_fields?.find((one: { id: number }) => one.id === field)?.value ?? '') : '';
      issues.push({ id: issues.length + 1, subject: issue.subject, closed: false, key, tracker });
      return { status: 201, body: { issue: jsonOf(issues.at(-1) as Issue, fieldIn) } };
    }
    if (path === '/projects/ops.json')
      return state.hidden
        ? { status: 403 }
        : { status: 200, body: { project: { id: 3, name: 'Ops', identifier: 'ops', trackers: trackers.map(named) } } };
    if (path === '/trackers.json') return { status: 200, body: { trackers: trackers.map(named) } };
    if (path === '/users/current.json')
      return {
        status: 200,
        body: {
          user: {
            id: 5,
            login: 'bot',
            admin,
            memberships: [{ id: 1, project: { id: 3, name: 'Ops' }, roles: [{ id: 4, name: 'Bot' }] }],
          },
        },
      };
    if (path === '/roles/4.json')
      return {
        status: 200,
        body: { role: { id: 4, name: 'Bot', permissions: ['view_issues'], issues_visibility: visibility } },
      };
    const rows = shown(query);
    const [limit, offset] = [Math.min(100, Number(query.get('limit') ?? 25)), Number(query.get('offset') ?? 0)];
    const page = rows.slice(offset, offset + limit).map((one) => jsonOf(one, fieldIn));
    return { status: 200, body: { issues: page, total_count: rows.length, offset, limit } };
  }

  return {
    answer,
    creates: ({ method }) => method === 'POST',
    count: (key) => issues.filter((one) => one.key === key).length,
    put: (key, { title = 'x', closed = false, deleted = false } = {}) => {
      // What is deleted there is gone.
      if (!deleted) void issues.push({ id: issues.length + 1, subject: title, closed, key });
    },
    fault: (fault) => {
      if (fault === 'no-access') state.hidden = true;
      if (fault === 'ignored-filter') state.ignores = true;
      if (fault === 'blind-filter') state.blind = true;
    },
    shrink: () => void issues.splice(0, 100),
    settle: () => {},
  };
}

const named = (id: number) => ({ id, name: ['Bug', 'Feature', 'Support'][id - 1] ?? String(id) });

/** What a plan makes in a test was made a moment ago; what stood there before is old. */
function createdAt({ by = bot }: Issue): number {
  return by === bot ? Date.now() : Date.parse('2020-11-29T12:00:00Z');
}

function jsonOf(one: Issue, fieldIn: readonly number[]) {
  const { id, subject, closed, key, tracker = 1, by = bot } = one;
  return {
    id,
    project: { id: 3, name: 'Ops' },
    tracker: named(tracker),
    author: { id: by, name: by === bot ? 'Ann Bot' : 'Ann Other' },
    subject,
    custom_fields: fieldIn.includes(tracker) ? [{ id: field, name: 'Key', value: key }] : [],
    created_on: new Date(createdAt(one)).toISOString().replace(/\.\d+/, ''),
    status: { ...named(closed ? 5 : 1), is_closed: closed },
    closed_on: closed ? '2026-11-29T13:00:00Z' : null,
  };
}

export const redmineSubject: Subject = {
  name: 'redmine',
  play: () => playRedmine(),
  further: saying(({ total_count }) => ({ total_count: Number(total_count) + 1 })),
  open: (url) =>
    redmine.open(
      { url, project: 'ops', key_field: field },
      { name: 'redmine', env: { REDMINE_API_KEY: 'key-of-a-test' }, folder: '/' },
    ),
  elsewhere: (key) => ({ issue: { project_id: 'hr', subject: 'x', custom_fields: [{ id: field, value: key }] } }),
  request: (key) => ({ issue: { project_id: 'ops', subject: 'x', custom_fields: [{ id: field, value: key }] } }),
};
