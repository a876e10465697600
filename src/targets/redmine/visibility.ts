// Would this account see an issue if there were one, and its key? Roles that show a part give a shorter list, not an error.
import * as z from 'zod/mini';
import type { HttpClient } from '../http/client.ts';
import type { Control } from '../http/look.ts';
import { get, type Question, urlOf } from '../http/question.ts';
import { readAs } from '../http/read.ts';
import { type Issue, issues } from './issue.ts';

const named = z.object({ id: z.int(), name: z.string() });
const current = z.object({
  user: z.object({
    admin: z.optional(z.boolean()),
    memberships: z.optional(
      z.array(z.object({ project: z.object({ id: z.int() }), roles: z.array(z.object({ id: z.int() })) })),
    ),
  }),
});
const role = z.object({
  role: z.object({
    name: z.string(),
    permissions: z.array(z.string()),
    issues_visibility: z.optional(z.string()),
  }),
});
const trackerList = z.object({ trackers: z.array(named) });
export const project = z.object({
  project: z.object({ ...named.shape, identifier: z.optional(z.string()), trackers: z.optional(z.array(named)) }),
});
export type Project = z.output<typeof project>['project'];

export interface Asking {
  readonly client: HttpClient;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** `own` shows only one's own issues, `default` none that others marked as private. */
export async function rolesIn(
  { client, url, signal }: Asking,
  projectId: number,
): Promise<Control & { admin: boolean }> {
  const me = get(urlOf(url, '/users/current.json', { include: 'memberships' }));
  const { admin = false, memberships = [] } = (await readAs(client, me, current, signal)).user;
  if (admin) return { admin, believed: true, control: 'an administrator sees every issue' };
  const ids = memberships.filter(({ project }) => project.id === projectId).flatMap((one) => one.roles);
  const names: string[] = [];
  for (const { id } of ids) {
    const one = (await readAs(client, get(urlOf(url, `/roles/${id}.json`)), role, signal)).role;
    if (!one.permissions.includes('view_issues')) continue;
    if (one.issues_visibility !== 'all') return { admin, believed: false, reason: narrow(one) };
    names.push(one.name);
  }
  if (names.length > 0) return { admin, believed: true, control: `role ${names.join(', ')} shows the issues of all` };
  const reason = 'no role of this account in the project may view issues: make it a member whose role shows all issues';
  return { admin, believed: false, reason };
}

function narrow({ name, issues_visibility: shown = 'unknown' }: z.output<typeof role>['role']): string {
  const what = shown === 'default' ? 'the private issues of others' : 'the issues of others';
  return `role ${name} does not show ${what} (issues visibility is ${shown}): set it to "All issues"`;
}

export interface TrackersAsked {
  readonly of: Project;
  readonly admin: boolean;
  /** Those in which issues are made; undefined: in any. */
  readonly trackers: readonly number[] | undefined;
  readonly field: number;
  list(query: Readonly<Record<string, string | number>>): Question;
}

/** A role may be limited to some trackers, and a field to others: what the interface does not tell, an issue of each shows. */
export async function trackersIn(
  asking: Asking,
  { of, admin, trackers, field, list }: TrackersAsked,
): Promise<Control> {
  const { client, url, signal } = asking;
  const known =
    admin && of.trackers !== undefined
      ? of.trackers
      : (await readAs(client, get(urlOf(url, '/trackers.json')), trackerList, signal)).trackers;
  const wanted = trackers?.map((id) => known.find((one) => one.id === id) ?? { id, name: String(id) }) ?? known;
  const read = async (query: Readonly<Record<string, string | number>>) =>
    // A subproject may have other fields.
    (await readAs(client, list({ subproject_id: '!*', sort: 'id:desc', ...query }), issues, signal)).issues;
  const latest = await read({});
  for (const { id, name } of wanted) {
    const sample = latest.find(({ tracker }) => tracker?.id === id) ?? (await read({ tracker_id: id, limit: 1 }))[0];
    const reason = sample === undefined ? unseen(name, of, trackers === undefined) : fieldless(sample, name, field);
    if (reason !== undefined) return { believed: false, reason };
  }
  if (wanted.length === 0) return { believed: false, reason: `${of.name} has no tracker that is known` };
  const names = wanted.map(({ name }) => name).join(', ');
  return { believed: true, control: `issues of ${names} are visible and have field ${field}` };
}

function unseen(name: string, of: Project, isAny: boolean): string {
  const narrower = isAny ? ', or name under tracker the ones in which issues are made' : '';
  return `no issue of tracker ${name} is visible in ${of.name}, so nothing shows that this account would see one with its key: make one there by hand${narrower}`;
}

function fieldless({ id, tracker, custom_fields = [] }: Issue, name: string, field: number): string | undefined {
  if (tracker !== undefined && custom_fields.some((one) => one.id === field)) return undefined;
  return `issue ${id} of tracker ${name} does not show field ${field}: enable the field for that tracker and project, and let the roles of this account see it`;
}
