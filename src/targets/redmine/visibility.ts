// Would this account see an issue if there were one? A role that shows "own issues only" gives an empty list, not an error.
import * as z from 'zod/mini';
import type { HttpClient } from '../http/client.ts';
import type { Control } from '../http/look.ts';
import { get, urlOf } from '../http/question.ts';
import { readAs } from '../http/read.ts';

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

/** `all` shows everything, `default` everything but what others marked as private. */
const wide: ReadonlySet<string | undefined> = new Set(['all', 'default']);

export async function visibilityIn(
  client: HttpClient,
  url: string,
  projectId: number,
  signal: AbortSignal,
): Promise<Control> {
  const me = get(urlOf(url, '/users/current.json', { include: 'memberships' }));
  const { admin, memberships = [] } = (await readAs(client, me, current, signal)).user;
  if (admin) return { believed: true, control: 'an administrator sees every issue' };
  const roles = memberships.filter(({ project }) => project.id === projectId).flatMap((one) => one.roles);
  for (const { id } of roles) {
    const { name, permissions, issues_visibility } = (
      await readAs(client, get(urlOf(url, `/roles/${id}.json`)), role, signal)
    ).role;
    if (permissions.includes('view_issues') && wide.has(issues_visibility))
      return { believed: true, control: `role ${name} sees the issues of others` };
  }
  return {
    believed: false,
    reason: 'no issue with the key field is visible, and the roles of this account do not show the issues of others',
  };
}
