// One request to a target and its answer, as the adapters see them.
import { shownPath } from '../../model/clean/shown-address.ts';
import { shownHost } from '../../model/clean/shown-host.ts';
import { masked } from '../../model/clean/spans.ts';
import { isSecretParameter } from './identity.ts';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Whole, with its query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** The answer came, and cannot be believed: no access, another shape than agreed, pages that do not end. */
export class Unbelievable extends Error {
  readonly status: number | undefined;
  constructor(reason: string, status?: number) {
    super(reason);
    this.name = 'Unbelievable';
    this.status = status;
  }
}

/** No answer. `sent`: the request may have reached the target; false only where it is certain that it did not. */
export class NoAnswer extends Error {
  readonly sent: boolean;
  readonly code: string;
  constructor(code: string, sent: boolean, cause?: unknown) {
    super(code, { cause });
    this.name = 'NoAnswer';
    this.code = code;
    this.sent = sent;
  }
}

/** For a person who wants to ask again. Not as one address: whatever prints it would take the query for a secret. */
export function asText({ method, url, body }: Question): string {
  const { pathname, searchParams, hostname, port } = new URL(url);
  const host = `${shownHost(hostname)}${port === '' ? '' : `:${port}`}`;
  const query = [...searchParams, ...searchIn(body)].map(shownParameter).join(', ');
  return `${method} ${shownPath(pathname)}${query === '' ? '' : ` (${query})`} at ${host}`;
}

/** What a search asks for, where its request holds it in the body: `a.b=value`, as if it stood in a query. */
function searchIn(body: Question['body']): (readonly [string, string])[] {
  if (typeof body !== 'string') return [];
  try {
    return leavesOf(JSON.parse(body), '');
  } catch {
    return [];
  }
}

function leavesOf(value: unknown, at: string): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[at, String(value)]];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return [[at, value.join(' ')]];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, at === '' ? name : `${at}.${name}`));
}

function shownParameter([name, value]: readonly [string, string]): string {
  return `${name}=${name.split('.').some(isSecretParameter) ? masked : value}`;
}

export function get(url: string): Question {
  return { method: 'GET', url };
}

export function post(url: string, body: unknown): Question {
  return { method: 'POST', url, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** An address below a base, whatever path the base has: `https://host/jira` stays in front. */
export function urlOf(base: string, path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value));
  return url.href;
}
