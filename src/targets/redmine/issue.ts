// An issue as Redmine shows it, and what its custom field holds.
import * as z from 'zod/mini';
import type { TargetRecord } from '../../model/target.ts';
import { idShape } from '../http/read.ts';

const field = z.object({ id: z.int(), value: z.optional(z.unknown()) });
export const issue = z.object({
  id: idShape,
  tracker: z.optional(z.object({ id: z.int() })),
  created_on: z.optional(z.string()),
  status: z.optional(z.object({ is_closed: z.optional(z.boolean()) })),
  closed_on: z.optional(z.nullable(z.string())),
  author: z.optional(z.object({ id: z.int() })),
  custom_fields: z.optional(z.array(field)),
});
export type Issue = z.output<typeof issue>;
export const issues = z.object({ issues: z.array(issue), total_count: z.int(), offset: z.int(), limit: z.int() });

const request = z.object({
  issue: z.object({
    project_id: z.optional(z.union([z.int(), z.string()])),
    tracker_id: z.optional(z.union([z.int(), z.string()])),
    custom_fields: z.array(field),
  }),
});
const made = z.object({ issue: z.object({ id: idShape, custom_fields: z.optional(z.array(field)) }) });

/** When it was closed last stays there after it was opened again; older versions show no more than that. */
export function stateOf({ status, closed_on }: Pick<Issue, 'status' | 'closed_on'>): TargetRecord['state'] {
  if (status?.is_closed !== undefined) return status.is_closed ? 'closed' : 'open';
  return closed_on ? 'unknown' : 'open';
}

/** Empty: the issue has no such field, or nothing in it. */
export function valuesOf({ custom_fields = [] }: Pick<Issue, 'custom_fields'>, n: number): string[] {
  const value = custom_fields.find(({ id }) => id === n)?.value;
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

export function requestOf(body: unknown): z.output<typeof request>['issue'] | undefined {
  const checked = request.safeParse(body);
  return checked.success ? checked.data.issue : undefined;
}

export function madeOf(body: unknown): z.output<typeof made>['issue'] | undefined {
  const checked = made.safeParse(body);
  return checked.success ? checked.data.issue : undefined;
}
