// What every fake keeps: objects with a key, and the three ways in which a vendor hides them.
import type { Target, TargetAdapter } from '../../../src/model/target.ts';
import type { Asked, Said } from '../fake-server.ts';
import type { Play, Subject } from '../subject.ts';

export interface Thing {
  readonly n: number;
  readonly key: string;
  readonly title: string;
  readonly closed: boolean;
  readonly deleted: boolean;
  indexed: boolean;
}

export interface Kept {
  readonly all: readonly Thing[];
  /** What this account may see; what a search index knows of it. */
  visible(): readonly Thing[];
  indexed(): readonly Thing[];
  /** What lies in the bin. */
  deleted(): readonly Thing[];
  readonly isHidden: boolean;
  readonly ignoresFilter: boolean;
  /** The filter by key brings nothing, whatever is there. */
  readonly isBlind: boolean;
  /** Throws when the vendor enforces one object for each key. */
  add(key: string, title?: string): Thing;
}

export function playOver(
  answer: (asked: Asked, kept: Kept) => Said,
  creates: Play['creates'] = ({ method }) => method === 'POST',
  isUnique = false,
): () => Play {
  return () => {
    const all: Thing[] = [];
    const state = { hidden: false, ignores: false, lags: false, blind: false };
    const put = (key: string, title: string, closed: boolean, indexed: boolean, deleted = false): Thing => {
      const thing = { n: all.length + 1, key, title, closed, deleted, indexed };
      all.push(thing);
      return thing;
    };
    const kept: Kept = {
      all,
      visible: () => (state.hidden ? [] : all.filter((one) => !one.deleted)),
      indexed: () => (state.hidden ? [] : all.filter((one) => one.indexed && !one.deleted)),
      deleted: () => (state.hidden ? [] : all.filter((one) => one.deleted)),
      get isHidden() {
        return state.hidden;
      },
      get ignoresFilter() {
        return state.ignores;
      },
      get isBlind() {
        return state.blind;
      },
      add(key, title = 'x') {
        if (isUnique && all.some((one) => one.key === key)) throw new Error('exists');
        return put(key, title, false, !state.lags);
      },
    };
    return {
      answer: (asked) => answer(asked, kept),
      creates,
      count: (key) => all.filter((one) => one.key === key).length,
      put: (key, { title = 'x', closed = false, deleted = false } = {}) => void put(key, title, closed, true, deleted),
      fault: (fault) => {
        if (fault === 'no-access') state.hidden = true;
        if (fault === 'ignored-filter') state.ignores = true;
        if (fault === 'index-lag') state.lags = true;
        if (fault === 'blind-filter') state.blind = true;
      },
      shrink: () => void all.splice(0, 100),
      settle: () => {
        for (const one of all) one.indexed = true;
      },
    };
  };
}

/** What a filter by the key lets through; all where none was asked for. */
export function filtered(kept: Kept, rows: readonly Thing[], key: string | null | undefined): readonly Thing[] {
  if (kept.ignoresFilter || key === null || key === undefined) return rows;
  return kept.isBlind ? [] : rows.filter((one) => one.key === key);
}

export const created = '2026-11-29T12:00:00.000Z';

/** One page of a list, and whether there is another one. */
export function paged<T>(rows: readonly T[], from: number, size: number) {
  return { rows: rows.slice(from, from + size), next: from + size < rows.length ? from + size : undefined };
}

/** The same answer with more in its body. */
export function saying(more: (body: Record<string, unknown>) => object) {
  return ({ body, ...said }: Said): Said => ({
    ...said,
    body: typeof body === 'object' && body !== null ? { ...body, ...more({ ...body }) } : body,
  });
}

export function opening(
  // biome-ignore lint/suspicious/noExplicitAny: each adapter has its own settings.
  adapter: TargetAdapter<any>,
  variable: string,
  settings: (url: string) => object,
): (url: string) => Target {
  return (url) =>
    adapter.open(settings(url), { name: adapter.id, env: { [variable]: 'token-of-a-test' }, folder: '/' });
}

/** A vendor that allows one object for each key, read by it alone: there are no pages and no filter to ignore. */
export const oneForEach: Subject['without'] = {
  'every page is read': 'one object for each key, read by it',
  'an ignored filter is seen, and nothing follows from it': 'the key is the address',
  'a key that begins alike is no hit': 'the key is the address',
  'what the index does not know yet is never proven absent': 'the primary store answers',
};
