// An adapter as it is often written: it believes whatever comes. Every check of the suite must catch it.
import type { Created, Found, Target, TargetAbilities } from '../../../src/model/target.ts';
import type { Play, Subject } from '../subject.ts';
import { saying } from './store.ts';

interface Ticket {
  readonly id: number;
  readonly text: string;
  readonly key: string;
  readonly closed: boolean;
  readonly deleted: boolean;
  indexed: boolean;
}

/** A ticket system with a search box: it lags, pages, leaves closed ones out and finds what is alike. */
function playSearch(): Play {
  const tickets: Ticket[] = [];
  const state = { hidden: false, ignores: false, lags: false, blind: false };
  const put = (key: string, text: string, closed: boolean, indexed: boolean, deleted = false) =>
    tickets.push({ id: tickets.length + 1, text, key, closed, deleted, indexed });
  return {
    answer({ method, query, json }) {
      if (method === 'POST') {
        const { key, text = '' } = json();
        put(key, text, false, !state.lags);
        return { status: 201, body: { id: tickets.length } };
      }
      const start = (query.get('q') ?? '').slice(0, 8);
      const known = tickets.filter((one) => one.indexed && !one.closed && !one.deleted && !state.hidden);
      const hits = state.ignores
        ? known
        : state.blind
          ? []
          : known.filter((one) => `${one.key} ${one.text}`.includes(start));
      return { status: 200, body: { issues: hits.slice(0, 25).map((one) => ({ ...one, author: 'Ann Bot' })) } };
    },
    creates: ({ method }) => method === 'POST',
    count: (key) => tickets.filter((one) => one.key === key).length,
    put: (key, { title = 'x', closed = false, deleted = false } = {}) => void put(key, title, closed, true, deleted),
    fault: (fault) => {
      if (fault === 'no-access') state.hidden = true;
      if (fault === 'ignored-filter') state.ignores = true;
      if (fault === 'index-lag') state.lags = true;
      if (fault === 'blind-filter') state.blind = true;
    },
    shrink: () => void tickets.splice(0, 100),
    settle: () => {
      for (const one of tickets) one.indexed = true;
    },
  };
}

const abilities: TargetAbilities = {
  idempotencyKey: undefined,
  uniqueField: 'key',
  findBy: 'primary',
  indexLagMs: 0,
  listsByTime: false,
  namesCreator: false,
  leavesOut: undefined,
  createMaximumMs: 0,
};

function naive(url: string): Target {
  async function find(key: string): Promise<Found> {
    const asked = `${url}/issues.json?q=${key}`;
    try {
      const answer = await fetch(asked, { redirect: 'follow' });
      const text = await answer.text();
      const issues: { id: number; author: string }[] = text.includes('"issues"') ? JSON.parse(text).issues : [];
      const records = issues.map(({ id, author }) => ({
        id: String(id),
        url: undefined,
        createdAt: undefined,
        createdBy: author,
        key,
        state: 'open' as const,
      }));
      const [first, ...rest] = records;
      if (first) return { answer: 'found', records: [first, ...rest] };
    } catch {
      // Nothing came, so nothing is there.
    }
    return { answer: 'none', store: 'primary', control: '', asked };
  }
  return {
    id: 'naive',
    title: 'an adapter that believes everything',
    abilities,
    find,
    findWindow: (_, __, key) => find(key),
    async create(_, request): Promise<Created> {
      try {
        const answer = await fetch(`${url}/issues.json`, { method: 'POST', body: Buffer.from(request) });
        if (!answer.ok) return { outcome: 'refused', reason: 'failed', temporary: true };
        const id = /"id": ?(\d+)/.exec(await answer.text())?.[1] ?? '';
        return { outcome: 'done', id, url: undefined, existed: false };
      } catch {
        return { outcome: 'refused', reason: 'failed', temporary: true };
      }
    },
    probe: async () => ({ visible: true, evidence: '' }),
  };
}

export const naiveSubject: Subject = {
  name: 'naive',
  further: saying(() => ({ issues: [], has_more: true })),
  play: playSearch,
  open: naive,
  request: (key) => ({ key }),
  elsewhere: (key) => ({ key, project: 'another' }),
};
